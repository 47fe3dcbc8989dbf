import { deepEqual, ok } from "node:assert/strict";

import { pauseBriefly, type Kit, type Row, waitFor } from "@/tools/conformance/kit";

/** The app is offline for a time, or its response is lost: accepted work is executed regardless. */
export const absence: readonly Row[] = [
  {
    name: "an event sent while the app is offline starts its run when it returns",
    alone: true,
    make(kit) {
      const seen: unknown[] = [];
      kit.define({ retries: 20 }, (context) => void seen.push(context.event.data["n"]));
      return async () => {
        await kit.app().leave();
        await kit.send(kit.event({ n: 1 }));
        await pauseBriefly();
        await kit.app().comeBack();
        await waitFor("the run", () => seen.length > 0);
        await pauseBriefly();
        deepEqual(seen, [1]);
      };
    },
  },
  {
    name: "a call whose response is lost is retried; earlier steps stay stored",
    alone: true,
    make(kit) {
      const seen: string[] = [];
      kit.define({ retries: 20 }, async ({ step }) => {
        await step.run("first", () => void seen.push("first"));
        await step.sleep("nap", "1s");
        await step.run("second", async () => {
          seen.push("second");
          if (seen.length < 3) await loseResponse(kit);
        });
        await step.run("third", () => void seen.push("third"));
      });
      return async () => {
        await kit.send(kit.event());
        await waitFor("the end", () => seen.includes("third"));
        // Where the SDK stores steps during the call, the step of the lost response may already be
        // stored.
        ok(seen.filter((what) => what === "second").length <= 2, "a step ran a third time");
        deepEqual([...new Set(seen)], ["first", "second", "third"]);
        deepEqual([seen.indexOf("first"), seen.lastIndexOf("first")], [0, 0]);
      };
    },
  },
  {
    name: "a sleep that ends while the app is offline resumes when it returns",
    alone: true,
    make(kit) {
      const seen: number[] = [];
      kit.define({ retries: 20 }, async ({ step }) => {
        await step.run("before", () => void seen.push(performance.now()));
        await step.sleep("nap", "2s");
        await step.run("after", () => void seen.push(performance.now()));
      });
      return async () => {
        await kit.send(kit.event());
        await waitFor("the first step", () => seen.length > 0);
        await pauseBriefly(500);
        await kit.app().leave();
        await pauseBriefly();
        await kit.app().comeBack();
        await waitFor("the second", () => seen.length > 1);
        ok((seen[1] ?? NaN) - (seen[0] ?? NaN) >= 3_000);
        ok(seen.length === 2, "a step was repeated");
      };
    },
  },
];

/** Cuts the connection during a response, as when the process dies. */
async function loseResponse({ app }: Kit): Promise<void> {
  await app().leave();
  await app().comeBack();
}
