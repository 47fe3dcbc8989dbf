import { expect, test } from "vitest";

import { type Change, isFound, MAX_CHANGES, mergeChanges } from "./changes";

const change = (cursor: number): Change => ({
  type: "created",
  path: `/${cursor}`,
  file: null,
  cursor: String(cursor),
});
const cursors = (changes: readonly Change[]) => changes.map(({ cursor }) => Number(cursor));

test("what a stream repeats after an interruption is shown once, newest first", () => {
  const shown = [change(10), change(9)];
  const merged = mergeChanges(shown, [change(9), change(10), change(11), change(100)]);
  expect(cursors(merged)).toEqual([100, 11, 10, 9]);
});

test("no more changes are held than the page shows", () => {
  const page = Array.from({ length: MAX_CHANGES + 5 }, (_, i) => change(i + 1));
  const merged = mergeChanges([], page);
  expect(merged).toHaveLength(MAX_CHANGES);
  expect(merged[0]?.cursor).toBe(String(MAX_CHANGES + 5));
});

test("a change is found by a part of either path, in any case, and by its type", () => {
  const barrier: Change = { ...change(1), type: "barrier", path: "/From", other_path: "/To" };
  for (const query of ["", "/f", "FROM", "to"])
    expect(isFound({ query, type: "" }, barrier)).toBe(true);
  expect(isFound({ query: "none", type: "" }, barrier)).toBe(false);
  expect(isFound({ query: "", type: "created" }, barrier)).toBe(false);
});
