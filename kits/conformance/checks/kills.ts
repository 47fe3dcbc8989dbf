import { eventually, expectThat } from "@/kits/conformance/eventually.ts";
import type { Fixture } from "@/kits/conformance/fixture.ts";

import type { Check } from "./check.ts";

/**
 * A receiver is killed before each step that it takes outside of its process: what it sends to its
 * database, and its requests to the service. What happened inside is gone with the process.
 */
export const kills: Check[] = [
  {
    name: "a receiver killed while it applies a message loses nothing",
    async run(fixture, every) {
      const { filesystem, sender, converge } = fixture;
      await begin(fixture);
      await killBeforeEachStep(fixture, every, async (at) => {
        await filesystem.put("/1", `${at}`);
        await filesystem.remove("/2");
        await sender.deliver(await sender.changed());
        await converge();
        await filesystem.put("/2", `${at}`);
        await sender.deliver(await sender.changed());
        await converge();
      });
    },
  },
  {
    name: "a receiver killed while it lists and queues loses nothing",
    async run(fixture, every) {
      const { api, filesystem, receiver, sender, converge } = fixture;
      await begin(fixture);
      await killBeforeEachStep(fixture, every, async (at) => {
        await filesystem.put("/1", `lost ${at}`);
        const release = api.holdListings();
        await sender.deliverResync();
        await eventually(
          () => `the receiver to list. It wrote:\n${receiver.output()}`,
          () => api.held() > 0,
        );
        await filesystem.put("/2", `queued ${at}`);
        await sender.deliver(await sender.changed());
        release();
        await converge();
      });
    },
  },
  {
    name: "a receiver killed while it starts and catches up loses nothing",
    async run(fixture, every) {
      const { api, filesystem, receiver, sender, converge } = fixture;
      await begin(fixture);
      await killBeforeEachStep(fixture, every, async (at) => {
        const release = api.holdListings();
        await filesystem.put("/1", `lost ${at}`);
        await sender.deliverResync();
        await receiver.end();
        release();
        await filesystem.put("/2", `missed ${at}`);
        fixture.steps.arm(at);
        await receiver.start();
        await converge();
      });
    },
  },
];

/** Repeats `work` and kills before its first step, its second and so on, up to its last. */
async function killBeforeEachStep(
  { steps, hasDatabase }: Fixture,
  every: number,
  work: (at: number) => Promise<void>,
): Promise<void> {
  let [killed, at] = [true, 1];
  for (; killed; at += every) {
    steps.arm(at);
    await work(at);
    killed = steps.killed();
    steps.disarm();
  }
  expectThat(at > 5 || !hasDatabase, "a receiver that uses its database");
}

async function begin({ filesystem, receiver, converge }: Fixture): Promise<void> {
  for (const name of ["1", "2", "3", "4", "5"]) await filesystem.put(`/${name}`, name);
  await receiver.start();
  await converge();
}
