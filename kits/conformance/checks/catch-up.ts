import { eventually, expectThat } from "@/kits/conformance/eventually.ts";

import type { Check } from "./check.ts";

/** See spec 9.7 */
export const catchUp: Check[] = [
  {
    name: "a receiver that was down catches up from the change feed alone",
    async run({ api, filesystem, receiver, sender, converge }) {
      await filesystem.put("/a/1", "1");
      await receiver.start();
      await converge();
      await filesystem.put("/a/2", "2");
      await sender.deliver(await sender.changed());
      await receiver.end();
      const before = api.listings();
      await filesystem.put("/a/3", "3");
      await filesystem.move("/a", "/b");
      await receiver.start();
      await converge();
      expectThat(api.listings() === before, "no listing");
      const known = await sender.changed();
      await sender.deliver(known);
      await converge();
    },
  },
  {
    name: "a receiver whose cursor has expired lists, and continues from the cursor of the 410",
    async run({ api, filesystem, receiver, sender, converge }) {
      api.shift = 5_000_000_000n;
      await filesystem.put("/a", "1");
      await receiver.start();
      await converge();
      await receiver.end();
      // The stored cursor is beyond the head now.
      api.shift = 1_000n;
      await filesystem.put("/b", "2");
      await receiver.start();
      await converge();
      await filesystem.remove("/a");
      await sender.deliver(await sender.changed());
      await converge();
    },
  },
  {
    name: "a resync that the feed has passed lists again, and its copies do not",
    async run({ api, filesystem, receiver, sender, converge }) {
      await filesystem.put("/a", "1");
      await receiver.start();
      await converge();
      await receiver.end();
      const resync = await sender.resync();
      await filesystem.put("/b", "2");
      await receiver.start();
      await converge();
      const before = api.listings();
      await sender.deliver(resync);
      await eventually(
        () => `the receiver to list. It wrote:\n${receiver.output()}`,
        () => api.listings() > before,
      );
      await sender.deliver(resync);
      await filesystem.put("/c", "3");
      await sender.deliver(await sender.changed());
      await converge();
      expectThat(api.listings() === before + 1, "one listing for copies of a resync");
    },
  },
  {
    name: "a receiver that starts with another prefix lists what is there",
    async run({ filesystem, receiver, sender, converge }) {
      await filesystem.put("/a/1", "1");
      await filesystem.put("/b/1", "1");
      await receiver.start({ TIDEMARK_PREFIX: "/a" });
      await converge("/a");
      // The process that ends now lists for the resync of the edit, with the prefix of before.
      await sender.deliverResync();
      await converge("/a");
      await receiver.end();
      await receiver.start({ TIDEMARK_PREFIX: "/" });
      await converge();
      await receiver.end();
      await receiver.start({ TIDEMARK_PREFIX: "/b" });
      await converge("/b");
    },
  },
];
