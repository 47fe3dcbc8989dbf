import { EventEmitter, once } from "node:events";

import { expect, test } from "vitest";

import { createPathOrder, type Scope } from "./path-order";

const at = (path: string): Scope => ({ path, below: false });
const below = (path: string): Scope => ({ path, below: true });

test.each([
  ["the same path", [at("/a")], [at("/a")], true],
  ["siblings", [at("/a")], [at("/ab")], false],
  ["a directory and an entry in it", [at("/d")], [at("/d/a")], false],
  ["a directory with all below it", [below("/d")], [at("/d/e/a")], true],
  ["an entry and all below its root", [at("/a")], [below("/")], true],
  ["one path of two", [at("/a"), at("/b")], [at("/b"), at("/c")], true],
])("%s", async (_, first, second, waits) => {
  const order = createPathOrder();
  const gate = new EventEmitter();
  const done: string[] = [];
  const held = once(gate, "open");
  const one = order(first, () => held.then(() => void done.push("first")));
  const two = order(second, async () => void done.push("second"));
  await new Promise(setImmediate);
  gate.emit("open");
  await Promise.all([one, two]);
  expect(done).toEqual(waits ? ["first", "second"] : ["second", "first"]);
});

test("what fails holds nothing up", async () => {
  const order = createPathOrder();
  const failed = order([at("/a")], () => Promise.reject(new Error("no")));
  const next = order([at("/a")], async () => "next");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("next");
});
