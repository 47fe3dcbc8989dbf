import { eventually } from "@/kits/conformance/eventually.ts";
import { type Fixture, MAX_QUEUED } from "@/kits/conformance/fixture.ts";

import type { Check } from "./check.ts";

/** Several processes of a receiver, which share a database; without one they share nothing. */
export const processes: Check[] = [
  {
    name: "a copy of a resync has another process list when the first has died",
    async run(fixture) {
      if (!fixture.hasDatabase) return;
      const { second, sender, converge } = fixture;
      const { resync, die } = await listInTheFirst(fixture);
      await die();
      await sender.deliver(resync, { to: second.url });
      await converge("/", second);
    },
  },
  {
    name: "a message beyond the queue has another process list when the first has died",
    async run(fixture) {
      if (!fixture.hasDatabase) return;
      const { filesystem, second, sender, converge } = fixture;
      const { die } = await listInTheFirst(fixture);
      for (let queued = 0; queued < MAX_QUEUED; queued += 1) {
        await filesystem.put(`/${queued}`, `queued ${queued}`);
        await sender.deliver(await sender.changed());
      }
      await die();
      await filesystem.put("/1", "one too many");
      await sender.deliver(await sender.changed(), { to: second.url });
      await converge("/", second);
    },
  },
];

/** Two processes, of which the first is held while it lists for a resync. */
async function listInTheFirst({ api, filesystem, receiver, second, sender, converge }: Fixture) {
  for (const name of ["1", "2", "3", "4", "5"]) await filesystem.put(`/${name}`, name);
  await receiver.start();
  await converge();
  // Only the feed has it, so the second process has read that to its end when it is there.
  await filesystem.put("/6", "missed");
  await second.start();
  await converge("/", second);
  await filesystem.put("/4", "lost");
  const release = api.holdListings();
  const resync = await sender.deliverResync();
  await eventually(
    () => `the receiver to list. It wrote:\n${receiver.output()}`,
    () => api.held() > 0,
  );
  const die = async () => {
    await receiver.end();
    release();
  };
  return { resync, die };
}
