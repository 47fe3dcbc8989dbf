import { expect, test } from "vitest";

import { readFilesystemOrder, sortFilesystems } from "./sort-filesystems";

const NONE = { total: 0, retrying: 0, failing: 0, paused: 0, disabled: 0 };
const known = (bytes: number, webhooks: Partial<typeof NONE>) => ({
  usage: { retained_bytes: bytes },
  webhooks: { ...NONE, ...webhooks },
});
const summaries = new Map([
  ["fs_a", known(5, { total: 3, retrying: 1 })],
  ["fs_b", known(9, {})],
  ["fs_c", known(1, { total: 2, failing: 1, paused: 1 })],
  ["fs_d", known(9, { total: 1 })],
]);
const all = ["a 10", "b", "c", "a 9", "unknown"].map((name, i) => ({
  id: ["fs_a", "fs_b", "fs_c", "fs_d", "fs_e"][i] ?? "",
  name,
  byte_quota: null,
  entry_quota: null,
  keep_mount_deletions: false,
  created_at: "2026-11-01T00:00:00.000Z",
}));
const sorted = (text: string) =>
  sortFilesystems(all, readFilesystemOrder(text), summaries).map(({ name }) => name);

test("filesystems are sorted by name, numbers by value, or by size", () => {
  expect(sorted("")).toEqual(["a 9", "a 10", "b", "c", "unknown"]);
  expect(sorted("-size")).toEqual(["a 9", "b", "a 10", "c", "unknown"]);
  expect(sorted("size")).toEqual(["unknown", "c", "a 10", "a 9", "b"]);
});

test("by health, what fails comes first", () => {
  expect(sorted("-health")).toEqual(["c", "a 10", "a 9", "b", "unknown"]);
});
