import { expect, test } from "vitest";

import { createBatch } from "./batch";
import { pause } from "./pause";

test("one piece of work at a time; what was added meanwhile goes together, and failures stay apart", async () => {
  const done: number[][] = [];
  const open = new AbortController();
  const first = pause(60_000, open.signal);
  const add = createBatch<number>(async (items) => {
    done.push(items);
    if (items.includes(1)) await first;
    if (items.includes(2)) throw new Error("no");
  });
  const one = add(1);
  await new Promise((resolve) => setImmediate(resolve));
  const failing = Promise.allSettled([add(2), add(3)]);
  expect(done).toEqual([[1]]);
  open.abort();
  await one;
  expect((await failing).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await add(4);
  expect(done).toEqual([[1], [2, 3], [4]]);
});
