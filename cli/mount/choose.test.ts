import { expect, test } from "vitest";

import { choose } from "./choose";
import { changeTask } from "./handlers/changes";
import type { Item } from "./task";

const NOTHING = { batch: false, alone: 0 };

/** A change in the queue; null bytes: it is a request of its own. */
const item = (paths: string[], bytes: number | null = 100, running = false): Item => ({
  task: {
    entry: { kind: "change", change: { op: "remove", path: paths[0] ?? "/" } },
    paths,
    batchBytes: () => bytes,
    start: () => ({ change: { op: "remove", path: paths[0] ?? "/" } }),
    finish: () => undefined,
  },
  journalled: 0,
  running,
  resolve: () => undefined,
  reject: () => undefined,
});
test("what a change takes of a batch is what it takes as JSON", () => {
  const change = { op: "symlink", path: `/${"資".repeat(80)}`, target: "x".repeat(900) } as const;
  const task = changeTask([change.path], change);
  expect(task.batchBytes()).toBeGreaterThanOrEqual(Buffer.byteLength(JSON.stringify(change)));
});

const pathsOf = (items: Item[]) => items.map(({ task }) => task.paths.join(" "));
const chosen = (items: Item[], running = NOTHING) => {
  const { batch, alone } = choose(items, running);
  return { batch: pathsOf(batch), alone: pathsOf(alone) };
};

test("small changes go together in their order, also those of one path", () => {
  const items = [item(["/a"]), item(["/a/b"]), item(["/a"])];
  expect(chosen(items)).toEqual({ batch: ["/a", "/a/b", "/a"], alone: [] });
});

test("large changes start beside them if they have nothing to do with them", () => {
  const items = [item(["/a"]), item(["/a/b"], null), item(["/ab"], null), item(["/a/c"])];
  expect(chosen(items)).toEqual({ batch: ["/a", "/a/c"], alone: ["/ab"] });
});

test("nothing overtakes what runs already, nor what waits for that", () => {
  const items = [
    item(["/a"], null, true),
    item(["/a/b", "/c"]),
    item(["/c/d"]),
    item(["/c", "/e"], null),
    item(["/e"]),
    item(["/free"]),
  ];
  expect(chosen(items, { batch: false, alone: 1 })).toEqual({ batch: ["/free"], alone: [] });
});

test("a small change waits for a large one of its path that starts now", () => {
  const items = [item(["/a"], null), item(["/a"]), item(["/b"])];
  expect(chosen(items)).toEqual({ batch: ["/b"], alone: ["/a"] });
});

test("while a batch runs no other starts, and what waits for it is not overtaken", () => {
  const items = [item(["/a"]), item(["/a"], null), item(["/b"], null)];
  expect(chosen(items, { batch: true, alone: 0 })).toEqual({ batch: [], alone: ["/b"] });
});

test("a batch takes 512 changes and 900,000 bytes", () => {
  const many = Array.from({ length: 600 }, (_, i) => item([`/${i}`]));
  expect(chosen(many).batch).toHaveLength(512);
  const large = [item(["/a"], 500_000), item(["/b"], 500_000), item(["/c"], 400_000)];
  expect(chosen(large).batch).toEqual(["/a", "/c"]);
});

test("what the batch has no room for is not overtaken by a later change of its path", () => {
  const items = [item(["/a"], 500_000), item(["/b"], 500_000), item(["/b"], 100)];
  expect(chosen(items).batch).toEqual(["/a"]);
});

test("eight requests run at once", () => {
  const items = Array.from({ length: 10 }, (_, i) => item([`/${i}`], null));
  expect(chosen(items, { batch: false, alone: 3 }).alone).toHaveLength(5);
});
