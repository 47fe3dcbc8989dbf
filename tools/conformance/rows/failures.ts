import { deepEqual, equal, match, ok } from "node:assert/strict";

import { NonRetriableError, RetryAfterError } from "inngest";

import { pauseBriefly, type Row, waitFor } from "@/tools/conformance/kit";

/** How functions and steps that throw are handled. */
export const failures: readonly Row[] = [
  {
    name: "a function that throws outside a step is retried, with the attempt counted",
    make({ define, event, send }) {
      const seen: number[] = [];
      define({ retries: 3 }, ({ attempt }) => {
        seen.push(attempt);
        if (attempt < 1) throw new Error("not yet");
      });
      return async () => {
        await send(event());
        await waitFor("the second attempt", () => seen.length >= 2);
        deepEqual(seen, [0, 1]);
      };
    },
  },
  {
    name: "only the step that throws is retried, with the attempt counted; stored steps stay",
    make({ define, event, send }) {
      const seen: string[] = [];
      define({ retries: 5 }, async ({ step, attempt }) => {
        await step.run("good", () => void seen.push("good"));
        await step.run("bad", () => {
          seen.push(`bad ${attempt}`);
          if (attempt < 2) throw new RetryAfterError("not yet", 1_000);
        });
        await step.run("after", () => void seen.push(`after ${attempt}`));
      });
      return async () => {
        await send(event());
        await waitFor("the end", () => seen.some((what) => what.startsWith("after")));
        deepEqual(seen, ["good", "bad 0", "bad 1", "bad 2", "after 0"]);
      };
    },
  },
  {
    name: "RetryAfterError is honoured: not earlier, and soon after",
    make({ define, event, send }) {
      const seen: number[] = [];
      define({ retries: 2 }, ({ attempt }) => {
        seen.push(Date.now());
        if (attempt === 0) throw new RetryAfterError("later", 8_000);
      });
      return async () => {
        await send(event());
        await waitFor("the second attempt", () => seen.length >= 2);
        const waited = (seen[1] ?? NaN) - (seen[0] ?? NaN);
        // The SDK sends whole seconds or a date without milliseconds.
        ok(waited > 6_900 && waited < 25_000, `${waited} ms instead of 8 s`);
      };
    },
  },
  {
    name: "NonRetriableError ends the run at the first attempt",
    make({ define, event, send }) {
      const seen: number[] = [];
      const failed: string[] = [];
      const onFailure = ({ error }: { error: Error }) => void failed.push(error.message);
      define({ retries: 5, onFailure }, ({ attempt }) => {
        seen.push(attempt);
        throw new NonRetriableError("never");
      });
      return async () => {
        await send(event());
        await waitFor("the failure", () => failed.length > 0);
        await pauseBriefly();
        deepEqual([seen, failed], [[0], ["never"]]);
      };
    },
  },
  {
    name: "onFailure gets the error and the event after the last attempt, once",
    make({ define, event, send }) {
      const failed: unknown[] = [];
      let runId = "";
      const seen: number[] = [];
      const id = define(
        {
          retries: 1,
          onFailure: ({ event: { data }, error }) => {
            const { name, data: given } = data.event;
            failed.push([
              data.function_id,
              data.error.message,
              error.message,
              { name, data: given },
            ]);
            runId = data.run_id;
          },
        },
        ({ attempt }) => {
          seen.push(attempt);
          throw new RetryAfterError("always", 1_000);
        },
      );
      return async () => {
        const sent = event({ n: 5 });
        await send(sent);
        await waitFor("the failure", () => failed.length > 0);
        await pauseBriefly();
        deepEqual(seen, [0, 1]);
        deepEqual(failed, [[`conformance-${id}`, "always", "always", sent]]);
        match(runId, /^[0-9A-Z]{26}$/);
      };
    },
  },
  {
    name: "a step's last error can be caught, and the run continues",
    make({ define, event, send }) {
      const seen: string[] = [];
      let ends = 0;
      define({ retries: 0 }, async ({ step }) => {
        const caught = await step
          .run("bad", () => {
            seen.push("bad");
            throw new TypeError("no");
          })
          .then(
            () => "nothing",
            (error: unknown) => (error instanceof Error ? error.message : ""),
          );
        await step.run("after", () => void seen.push(caught));
        ends += 1;
      });
      return async () => {
        await send(event());
        await waitFor("the end", () => ends > 0);
        deepEqual(seen, ["bad", "no"]);
      };
    },
  },
  {
    name: "of parallel steps only the one that throws is retried",
    make({ define, event, send }) {
      const seen: string[] = [];
      let ends = 0;
      define({ retries: 3 }, async ({ step, attempt }) => {
        const good = step.run("good", () => void seen.push("good"));
        const bad = step.run("bad", () => {
          seen.push(`bad ${attempt}`);
          if (attempt === 0) throw new RetryAfterError("not yet", 1_000);
        });
        await Promise.all([good, bad]);
        await step.run("end", () => void (ends += 1));
      });
      return async () => {
        await send(event());
        await waitFor("the end", () => ends > 0);
        deepEqual(seen.toSorted(), ["bad 0", "bad 1", "good"]);
        equal(ends, 1);
      };
    },
  },
];
