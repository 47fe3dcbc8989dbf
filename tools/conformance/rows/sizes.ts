import { deepEqual, equal } from "node:assert/strict";
import { createHash } from "node:crypto";

import { type Row, waitFor } from "@/tools/conformance/kit";

const EVENT_BYTES = 480 * 1024;
const STEP_BYTES = 3.5 * 1024 ** 2;
const TOO_BIG_BYTES = 4.5 * 1024 ** 2;

/** Near the limits: 512 KiB per event on a real server, 4 MiB per step result on both. */
export const sizes: readonly Row[] = [
  {
    name: "an event of 480 KiB arrives whole",
    make({ define, event, send }) {
      let seen = "";
      define({}, (context) => void (seen = digest(String(context.event.data["text"]))));
      return async () => {
        const text = filling(EVENT_BYTES);
        await send(event({ text }));
        await waitFor("the run", () => seen !== "");
        equal(seen, digest(text));
      };
    },
  },
  {
    name: "a step's result of 3.5 MiB is stored and returned whole",
    make({ define, event, send }) {
      const seen: string[] = [];
      const text = filling(STEP_BYTES);
      let made = 0;
      define({}, async ({ step }) => {
        const got = await step.run("big", () => ((made += 1), text));
        await step.sleep("nap", "1s");
        await step.run("look", () => void seen.push(digest(got)));
      });
      return async () => {
        await send(event());
        await waitFor("the end", () => seen.length > 0);
        deepEqual([made, seen], [1, [digest(text)]]);
      };
    },
  },
  {
    name: "a step's result over 4 MiB fails the run and calls onFailure",
    make({ define, event, send }) {
      const seen: string[] = [];
      const onFailure = () => void seen.push("failed");
      define({ retries: 0, onFailure }, async ({ step }) => {
        await step.run("too-big", () => filling(TOO_BIG_BYTES));
        await step.sleep("nap", "1s");
        await step.run("after", () => void seen.push("after"));
      });
      return async () => {
        await send(event());
        await waitFor("an end", () => seen.length > 0);
        deepEqual(seen, ["failed"]);
      };
    },
  },
];

/** Incompressible text of this many bytes. */
function filling(bytes: number): string {
  let text = "";
  for (let n = 0; text.length < bytes; n += 1) text += digest(String(n));
  return text.slice(0, bytes);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
