import { EventEmitter, once } from "node:events";

import { expect, test } from "vitest";

import { createBatcher } from "./batcher";

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

/** Work that the test completes; records what was started, in order. */
function recorder() {
  const begun: string[][] = [];
  const ends: { done(): void; fail(error: Error): void }[] = [];
  const run = (key: string, items: readonly string[]) => {
    begun.push([key, ...items]);
    return new Promise<string[]>((resolve, reject) => {
      ends.push({ done: () => resolve(items.map((item) => `${item}!`)), fail: reject });
    });
  };
  const end = async (n: number, error?: Error) => {
    if (error === undefined) ends[n]?.done();
    else ends[n]?.fail(error);
    await nextTick();
  };
  return { begun, run, end };
}

const never = () => false;

test("the first item runs alone, those that arrive meanwhile run together in order", async () => {
  const { begun, run, end } = recorder();
  const batcher = createBatcher(3, run, never);
  const results = ["a", "b", "c", "d", "e"].map((item) => batcher("k", item));
  expect(begun).toEqual([["k", "a"]]);
  await end(0);
  expect(begun.slice(1)).toEqual([["k", "b", "c", "d"]]);
  await end(1);
  expect(begun.slice(2)).toEqual([["k", "e"]]);
  await end(2);
  expect(await Promise.all(results)).toEqual(["a!", "b!", "c!", "d!", "e!"]);
});

test("keys do not wait for each other, and an idle key starts at once again", async () => {
  const { begun, run, end } = recorder();
  const batcher = createBatcher(3, run, never);
  const one = batcher("k", "a");
  const other = batcher("l", "a");
  expect(begun).toEqual([
    ["k", "a"],
    ["l", "a"],
  ]);
  await end(1);
  expect(await other).toBe("a!");
  await end(0);
  expect(await one).toBe("a!");
  const again = batcher("k", "b");
  expect(begun).toHaveLength(3);
  await end(2);
  expect(await again).toBe("b!");
});

test("an item fails alone if the batch did nothing", async () => {
  const bad = new Error("no");
  const tried: string[][] = [];
  const batcher = createBatcher<string, string>(
    9,
    (_, items) => {
      tried.push([...items]);
      return items.includes("bad") ? Promise.reject(bad) : Promise.resolve(items);
    },
    (error) => error === bad,
  );
  const results = ["a", "b", "bad", "c"].map((item) => batcher("k", item));
  expect((await Promise.allSettled(results)).map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(tried).toEqual([["a"], ["b", "bad", "c"], ["b"], ["bad"], ["c"]]);
});

test("an unknown outcome fails the whole batch, once, and the next batch runs", async () => {
  const { begun, run, end } = recorder();
  const batcher = createBatcher(9, run, never);
  const first = batcher("k", "a");
  const results = ["b", "c"].map((item) => batcher("k", item));
  await end(0);
  expect(await first).toBe("a!");
  const failed = Promise.allSettled(results);
  await end(1, new Error("connection lost"));
  expect((await failed).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(begun).toHaveLength(2);
  const next = batcher("k", "d");
  await end(2);
  expect(await next).toBe("d!");
});

test("several runs of a key may be under way before items wait", async () => {
  const { begun, run, end } = recorder();
  const batcher = createBatcher(3, run, never, 2);
  const results = ["a", "b", "c", "d"].map((item) => batcher("k", item));
  expect(begun).toEqual([
    ["k", "a"],
    ["k", "b"],
  ]);
  await end(1);
  expect(begun.slice(2)).toEqual([["k", "c", "d"]]);
  await end(0);
  await end(2);
  expect(await Promise.all(results)).toEqual(["a!", "b!", "c!", "d!"]);
});

test("an item whose result comes later does not keep the others of its batch", async () => {
  const end = new EventEmitter();
  const later = once(end, "slow").then(() => "slow!");
  const batcher = createBatcher<string, string>(
    2,
    async (_, items) => items.map((item) => (item === "slow" ? later : `${item}!`)),
    never,
  );
  const [, slow, other] = ["first", "slow", "other"].map((item) => batcher("k", item));
  expect(await other).toBe("other!");
  end.emit("slow");
  expect(await slow).toBe("slow!");
});
