import { expectThat } from "@/kits/conformance/eventually.ts";

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
];
