import { expect, test } from "vitest";

import { runEach } from "./run-each";

test("returns what each part returned", async () => {
  const parts = { a: () => Promise.resolve(1), b: () => Promise.resolve([2]) };
  expect(await runEach(parts)).toEqual({ a: 1, b: [2] });
});

test("runs each part whichever failed, and names those in the end", async () => {
  const seen: string[] = [];
  const part = (name: string, error?: Error) => async () => {
    seen.push(name);
    if (error) throw error;
  };
  const first = new TypeError("no");
  const parts = { a: part("a", first), b: part("b"), c: part("c", new Error("nor")), d: part("d") };
  await expect(runEach(parts)).rejects.toThrow(
    expect.objectContaining({ name: "TypeError", message: "failed: a, c", cause: first }),
  );
  expect(seen).toEqual(["a", "b", "c", "d"]);
});
