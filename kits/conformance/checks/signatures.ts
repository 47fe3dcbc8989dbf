import { expectThat } from "@/kits/conformance/eventually.ts";
import type { Fixture } from "@/kits/conformance/fixture.ts";
import { OLD_SECRET, SECRET, type Sending } from "@/kits/conformance/sender.ts";

import type { Check } from "./check.ts";

const OTHER_SECRET = "whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4";
const forged = (signature: string): Sending => ({ headers: { "webhook-signature": signature } });

const REFUSED: [what: string, sending: Sending][] = [
  ["a signature by another secret", { secrets: [OTHER_SECRET] }],
  ["another body", { body: "{}" }],
  ["another message id", { headers: { "webhook-id": "msg_other" } }],
  ["no message id", { headers: { "webhook-id": null } }],
  ["no timestamp", { headers: { "webhook-timestamp": null } }],
  ["no signature", { headers: { "webhook-signature": null } }],
  ["an empty signature", forged("v1,")],
  ["a signature in another alphabet", forged("v1,\u00e9")],
  ["a timestamp 310 s ago", { late: -310 }],
  ["a timestamp 310 s ahead", { late: 310 }],
  ["another timestamp", { headers: { "webhook-timestamp": String(nowSeconds() - 60) } }],
  ...["-1", "+1", "1e9", "0x1", "1.0", "", "abc", "9".repeat(400)].map(
    (timestamp): [string, Sending] => [
      `the timestamp "${timestamp.slice(0, 9)}"`,
      { headers: { "webhook-timestamp": timestamp } },
    ],
  ),
];

const ACCEPTED: [what: string, sending: Sending][] = [
  ["the secret", { secrets: [SECRET] }],
  ["the replaced secret alone", { secrets: [OLD_SECRET] }],
  ["both secrets during a rotation", { secrets: [SECRET, OLD_SECRET] }],
  ["an unknown secret first", { secrets: [OTHER_SECRET, SECRET] }],
  ["an unknown secret last", { secrets: [OLD_SECRET, OTHER_SECRET] }],
  ["a timestamp 290 s ago", { late: -290 }],
  ["a timestamp 290 s ahead", { late: 290 }],
];

/** See spec 9.1, 9.2 */
export const signatures: Check[] = [
  {
    name: "a message that is forged, old or incomplete is refused and changes nothing",
    async run(fixture) {
      await begin(fixture);
      const message = await fixture.sender.invented();
      for (const [what, sending] of REFUSED) {
        const status = await fixture.sender.post(message, sending);
        expectThat(status >= 400 && status < 500, `a 4xx for ${what}, not ${status}`);
      }
      // Neither its file nor its cursor was taken.
      await fixture.sender.deliver(await fixture.sender.changed());
      await fixture.converge();
    },
  },
  {
    name: "a message is accepted with any of several signatures and secrets",
    async run(fixture) {
      await begin(fixture);
      for (const [what, sending] of ACCEPTED) {
        await fixture.filesystem.put("/signed", what);
        const status = await fixture.sender.post(await fixture.sender.changed(), sending);
        expectThat(status >= 200 && status < 300, `a 2xx for ${what}, not ${status}`);
        await fixture.converge();
      }
    },
  },
  {
    name: "the raw body is verified, whatever is in it",
    async run(fixture) {
      const { sender } = fixture;
      await begin(fixture);
      const message = await sender.changed();
      const reformatted = {
        ...message,
        body: ` ${message.body.replace("{", '{ "new_field":1e2, ')}\n`,
      };
      const status = await sender.post(reformatted);
      expectThat(status >= 200 && status < 300, `a 2xx for unknown fields, not ${status}`);
      await fixture.converge();
      for (const body of ["", "[]", "null", "{}", '{"type":"files.changed"}', "\u00e9{"]) {
        const refused = await sender.post({ ...message, body });
        expectThat(refused >= 400 && refused < 500, `a 4xx for the body ${body}, not ${refused}`);
      }
      const other = { ...message, body: message.body.replace(/fs_\w+/, "fs_other") };
      expectThat((await sender.post(other)) >= 400, "another filesystem to be refused");
      const wrong = await sender.post(message, { method: "GET" });
      expectThat(wrong >= 400 && wrong < 500, `a 4xx for GET, not ${wrong}`);
    },
  },
];

/** Starts the receiver and makes a change. */
async function begin({ filesystem, receiver, sender, converge }: Fixture): Promise<void> {
  await filesystem.put("/a", "1");
  await receiver.start();
  await sender.deliverResync();
  await converge();
  await filesystem.put("/signed", "\u00fcber \u{1F41A}");
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
