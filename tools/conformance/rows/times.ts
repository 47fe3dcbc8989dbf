import { deepEqual, ok } from "node:assert/strict";

import { type Row, waitFor } from "@/tools/conformance/kit";

/** The latest a wait may end on a busy machine. It may never end early. */
const LATE_MS = 20_000;
/** Two clocks and whole milliseconds. */
const SLACK_MS = 10;

/** Waits end on time. */
export const times: readonly Row[] = [
  {
    name: "sleep takes as long as it says, and the steps before it are not repeated",
    make({ define, event, send }) {
      const seen: [string, number][] = [];
      define({}, async ({ step }) => {
        await step.run("before", () => void seen.push(["before", performance.now()]));
        await step.sleep("nap", 3_000);
        await step.run("after", () => void seen.push(["after", performance.now()]));
      });
      return async () => {
        await send(event());
        await waitFor("the end", () => seen.length >= 2);
        const [[first, from] = ["", NaN], [second, to] = ["", NaN]] = seen;
        deepEqual([first, second, seen.length], ["before", "after", 2]);
        inTime(to - from - 3_000);
      };
    },
  },
  {
    name: "sleepUntil ends at the given time",
    make({ define, event, send }) {
      let woke = NaN;
      define({}, async ({ step, event: { data } }) => {
        await step.sleepUntil("until", new Date(Number(data["until"])));
        await step.run("woke", () => void (woke = Date.now()));
      });
      return async () => {
        const until = Math.floor((Date.now() + 4_000) / 1_000) * 1_000;
        await send(event({ until }));
        await waitFor("the end", () => !Number.isNaN(woke));
        inTime(woke - until);
      };
    },
  },
  {
    name: "a time in the past does not wait",
    make({ define, event, send }) {
      const seen: number[] = [];
      define({}, async ({ step }) => {
        await step.run("before", () => void seen.push(performance.now()));
        await step.sleepUntil("past", new Date(Date.now() - 86_400_000));
        await step.run("after", () => void seen.push(performance.now()));
      });
      return async () => {
        await send(event());
        await waitFor("the end", () => seen.length === 2);
        inTime((seen[1] ?? NaN) - (seen[0] ?? NaN));
      };
    },
  },
  {
    name: "an event with a future ts starts its run then",
    make({ define, event, send }) {
      let started = NaN;
      define({}, () => void (started = Date.now()));
      return async () => {
        const ts = Date.now() + 4_000;
        await send({ ...event(), ts });
        await waitFor("the run", () => !Number.isNaN(started));
        inTime(started - ts);
      };
    },
  },
];

function inTime(late: number): void {
  ok(late >= -SLACK_MS && late < LATE_MS, `${Math.round(late)} ms late`);
}
