import { createHash } from "node:crypto";

import type { Fixture } from "@/kits/conformance/fixture.ts";
import type { Message } from "@/kits/conformance/sender.ts";

import type { Check } from "./check.ts";

/** See spec 9.3, 9.4, 9.8 */
export const cursors: Check[] = [
  {
    name: "duplicates and late messages change nothing",
    async run(fixture) {
      const { filesystem, sender, converge } = fixture;
      await begin(fixture);
      const sent: Message[] = [];
      for (const step of STEPS) {
        await step(filesystem);
        const message = await sender.changed();
        await sender.deliver(message);
        sent.push(message);
        await converge();
      }
      // As after a connection that broke before the response: in any order, and twice.
      for (const late of [...sent.toReversed(), ...sent]) {
        await sender.deliver(late);
        await converge();
      }
    },
  },
  {
    name: "cursors are compared as integers, also beyond 2^53 and when they get longer",
    async run(fixture) {
      const { api, filesystem, sender, converge } = fixture;
      api.shift = 10n ** 16n - 6n;
      await begin(fixture);
      let before: Message | undefined;
      // As text, 10000000000000000 is less than 9999999999999999; as doubles, neighbours are equal.
      for (let content = 1; content <= 8; content += 1) {
        await filesystem.put("/counter", String(content));
        const message = await sender.changed();
        await sender.deliver(message);
        await converge();
        if (before !== undefined) await sender.deliver(before);
        await converge();
        before = message;
      }
    },
  },
  {
    name: "copies that arrive at the same time are applied once, the newest last",
    async run(fixture) {
      const { filesystem, sender, converge } = fixture;
      await begin(fixture);
      for (let content = 1; content <= 5; content += 1) {
        await filesystem.put("/raced", String(content));
        const older = await sender.changed();
        await sender.deliver(older);
        await filesystem.put("/raced", `${content} again`);
        const newer = await sender.changed();
        await Promise.all([newer, older, newer, older].map((message) => sender.deliver(message)));
        await converge();
      }
    },
  },
  {
    name: "a path of 4,000 bytes is applied and listed",
    async run(fixture) {
      const { filesystem, sender, converge } = fixture;
      await begin(fixture);
      await filesystem.put(LONG_PATH, "1");
      await sender.deliver(await sender.changed());
      await converge();
      await filesystem.put(LONG_PATH, "22");
      await sender.deliverResync();
      await converge();
      await filesystem.remove(LONG_PATH);
      await sender.deliver(await sender.changed());
      await converge();
    },
  },
];

/** Of names that do not compress, as an index of a database would. */
const LONG_PATH = Array.from({ length: 16 }, (_, depth) => {
  const parts = [1, 2, 3].map((part) => createHash("sha512").update(`${depth} ${part}`));
  return `/${parts
    .map((part) => part.digest("base64url"))
    .join("")
    .slice(0, 249)}`;
}).join("");

type Step = (filesystem: Fixture["filesystem"]) => Promise<void>;

const STEPS: Step[] = [
  (filesystem) => filesystem.put("/tree/one", "1"),
  (filesystem) => filesystem.put("/tree/one", "22"),
  (filesystem) => filesystem.put("/tree/deep/two", "3"),
  (filesystem) => filesystem.move("/tree", "/moved"),
  (filesystem) => filesystem.put("/tree", "a file now"),
  (filesystem) => filesystem.remove("/moved"),
  (filesystem) => filesystem.put('/gr\u00f6\u00dfe "1" \u{1F41A}.txt', ""),
];

async function begin({ filesystem, receiver, sender, converge }: Fixture): Promise<void> {
  await filesystem.put("/a", "1");
  await receiver.start();
  await sender.deliverResync();
  await converge();
}
