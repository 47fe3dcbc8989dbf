import { deepEqual, equal } from "node:assert/strict";

import { type Row, waitFor } from "@/tools/conformance/kit";

/** JSON values, including those that programs tend to lose. */
const VALUES = {
  nothing: null,
  empty: [{}, [], ""],
  numbers: [0, -1.5, 1e21, 2 ** 53 - 1, 1e-7],
  text: 'ä\u0000€😀\u2028 </script> \\ " ',
  deep: { a: [{ b: [null, true, { "": 1 }] }] },
  keys: { b: 1, a: 2, "1": 3 },
};
const LONG = 40;
// It ends after every deadline of a row.
const LONGEST = "10m";
const SHORT = "1s";

/** Steps: what is stored of them, in which order they run, and which run concurrently. */
export const steps: readonly Row[] = [
  {
    name: "steps run in order, each once, and the run continues after them",
    make({ define, event, send }) {
      const seen: string[] = [];
      let ends = 0;
      define({}, async ({ step }) => {
        const one = await step.run("one", () => (seen.push("one"), "1"));
        const two = await step.run("two", () => (seen.push("two"), `${one}2`));
        await step.run("three", () => void seen.push(`${two}3`));
        ends += 1;
      });
      return async () => {
        await send(event());
        await waitFor("the end", () => ends > 0);
        deepEqual(seen, ["one", "two", "123"]);
      };
    },
  },
  {
    name: "a stored result is the same in every later call",
    make({ define, event, send }) {
      const seen: unknown[] = [];
      define({}, async ({ step }) => {
        const values = await step.run("values", () => VALUES);
        const missing = await step.run("missing", () => undefined);
        await step.sleep("nap", "1s");
        await step.run("compare", () => void seen.push([values, missing ?? null]));
        await step.sleep("nap-2", "1s");
        await step.run("again", () => void seen.push([values, missing ?? null]));
      });
      return async () => {
        await send(event());
        await waitFor("both calls", () => seen.length >= 2);
        deepEqual(seen, [
          [VALUES, null],
          [VALUES, null],
        ]);
      };
    },
  },
  {
    name: `a run of ${LONG} steps with one id in a loop`,
    make({ define, event, send }) {
      const seen: number[] = [];
      let sum = 0;
      define({}, async ({ step }) => {
        let total = 0;
        for (let n = 0; n < LONG; n += 1) total += await step.run("same", () => (seen.push(n), n));
        sum = total;
      });
      return async () => {
        await send(event());
        await waitFor("the end", () => sum > 0);
        deepEqual(seen, [...Array(LONG).keys()]);
        equal(sum, (LONG * (LONG - 1)) / 2);
      };
    },
  },
  {
    name: "parallel steps run concurrently, each once, and are joined",
    make({ define, event, send }) {
      const seen: string[] = [];
      const meet = meeting(3);
      let joined: unknown = null;
      define({}, async ({ step }) => {
        const work = (name: string) =>
          step.run(name, async () => {
            await meet();
            seen.push(name);
            return name;
          });
        const all = await Promise.all([work("a"), work("b"), work("c")]);
        joined = await step.run("join", () => (seen.push("join"), all.join("")));
      });
      return async () => {
        await send(event());
        await waitFor("the end", () => joined !== null);
        deepEqual([seen.slice(0, 3).toSorted(), seen.slice(3)], [["a", "b", "c"], ["join"]]);
        equal(joined, "abc");
      };
    },
  },
  {
    name: "while one branch sleeps, the other continues",
    make({ define, event, send }) {
      const seen: Record<string, string[]> = {};
      define({}, async ({ step, group, event: { data } }) => {
        const of = (seen[data["nap"]] ??= []);
        const note = (name: string) => step.run(name, () => void of.push(name));
        // Otherwise the SDK waits for the parallel steps together before it continues any branch.
        await group.parallel(() => {
          const sleeper = step.sleep("nap", data["nap"]).then(() => note("woke"));
          const worker = note("one").then(() => note("two"));
          return Promise.all([sleeper, worker]);
        });
        await note("joined");
      });
      return async () => {
        await send(event({ nap: LONGEST }), event({ nap: SHORT }));
        await waitFor("the other branch", () => seen[LONGEST]?.includes("two") === true);
        deepEqual(seen[LONGEST], ["one", "two"]);
        // The branches may overtake each other here, but not themselves.
        await waitFor("the end", () => seen[SHORT]?.includes("joined") === true);
        const of = (names: string[]) => seen[SHORT]?.filter((name) => names.includes(name));
        deepEqual(of(["one", "two", "joined"]), ["one", "two", "joined"]);
        deepEqual(of(["woke", "joined"]), ["woke", "joined"]);
      };
    },
  },
  {
    name: "a concurrency limit of two: never three at once, and all run",
    make({ define, event, send }) {
      const count = { inside: 0, most: 0, done: 0 };
      define({ concurrency: 2 }, async ({ step }) => {
        await step.run("work", async () => {
          count.inside += 1;
          count.most = Math.max(count.most, count.inside);
          await new Promise((resolve) => setTimeout(resolve, 100));
          count.inside -= 1;
          count.done += 1;
        });
      });
      return async () => {
        await send(...Array.from({ length: 12 }, () => event()));
        await waitFor("all twelve", () => count.done >= 12);
        deepEqual(count, { inside: 0, most: 2, done: 12 });
      };
    },
  },
];

/** Resolves for all once `size` are waiting. */
function meeting(size: number): () => Promise<void> {
  let come = 0;
  let open: (() => void) | undefined;
  const all = new Promise<void>((resolve) => (open = resolve));
  return () => {
    come += 1;
    if (come >= size) open?.();
    return all;
  };
}
