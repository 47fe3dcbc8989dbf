import { eventually, expectThat } from "@/kits/conformance/eventually.ts";
import { type Fixture, MAX_QUEUED } from "@/kits/conformance/fixture.ts";

import type { Check } from "./check.ts";

/** See spec 9.5 */
export const listings: Check[] = [
  {
    name: "what arrives during a listing is acknowledged at once and applied after it",
    async run(fixture) {
      const { filesystem, sender, converge } = fixture;
      const { release } = await holdListing(fixture);
      // /1 was on the first page: its old state must not win.
      await filesystem.put("/1", "changed meanwhile");
      const first = await sender.changed();
      await sender.deliver(first);
      await filesystem.remove("/2");
      await sender.deliver(await sender.changed());
      await sender.deliver(first);
      release();
      await converge();
      await sender.deliver(first);
      await converge();
    },
  },
  {
    name: "a second resync during a listing lists again",
    async run(fixture) {
      const { filesystem, sender, converge } = fixture;
      const { first, release } = await holdListing(fixture);
      await filesystem.put("/1", "lost");
      await filesystem.remove("/3");
      const second = await sender.deliverResync();
      await filesystem.put("/5", "after the second");
      const message = await sender.changed();
      await sender.deliver(message);
      await sender.deliver(first);
      release();
      await converge();
      await sender.deliver(second);
      await sender.deliver(message);
      await converge();
    },
  },
  {
    name: "a message that the full queue has no room for is refused with 503 and taken later",
    async run(fixture) {
      const { filesystem, sender, converge } = fixture;
      const { release } = await holdListing(fixture);
      for (let queued = 0; queued < MAX_QUEUED; queued += 1) {
        await filesystem.put(`/${queued}`, `queued ${queued}`);
        await sender.deliver(await sender.changed());
      }
      await filesystem.put("/1", "one too many");
      const message = await sender.changed();
      const status = await sender.post(message);
      expectThat(status === 503, `503 for a message beyond the queue, not ${status}`);
      release();
      await sender.deliver(message);
      await converge();
    },
  },
  {
    name: "a listing is repeated when the service fails",
    async run(fixture) {
      const { api, filesystem, receiver, sender, converge } = fixture;
      await addFiles(fixture);
      api.failures.push(503, 500, 429);
      await receiver.start();
      await converge();
      await filesystem.remove("/1");
      api.failures.push(502, 503);
      await sender.deliverResync();
      await eventually(
        () => "the receiver to repeat its requests",
        () => api.failures.length === 0,
      );
      await converge();
    },
  },
];

/** Several pages of files. */
async function addFiles({ filesystem }: Fixture): Promise<void> {
  for (const name of ["1", "2", "3", "4", "5"]) await filesystem.put(`/${name}`, name);
}

/** Starts the receiver and holds a listing after its first page, until it is released. */
async function holdListing(fixture: Fixture) {
  const { api, receiver, sender, converge } = fixture;
  await addFiles(fixture);
  await receiver.start();
  await converge();
  await fixture.filesystem.put("/4", "lost");
  const release = api.holdListings();
  const first = await sender.deliverResync();
  await eventually(
    () => `the receiver to list. It wrote:\n${receiver.output()}`,
    () => api.held() > 0,
  );
  return { first, release };
}
