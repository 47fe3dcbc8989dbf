import { expect, test } from "vitest";

import { compareBytes, applyChanges } from "./entry-pages";

const file = (path: string, size = 1) => ({
  path,
  type: "file" as const,
  size,
  etag: '"e"',
  modified_at: "2026-01-01T00:00:00.000Z",
});
type Data = Parameters<typeof applyChanges>[0];
const page = (names: string[], next: string | null): Data["pages"][number] => ({
  root: null,
  entries: names.map((name) => file(`/d/${name}`)),
  cursor: "1",
  next_page_token: next,
});
const data = (...pages: Data["pages"]): Data => ({
  pages,
  pageParams: pages.map(() => undefined),
});
const names = ({ pages }: Data) =>
  pages.map(({ entries }) => entries.map(({ path }) => path.slice(3)));

test("what is new stands where the service would list it, what is gone is gone", () => {
  const before = data(page(["b", "d"], "t"), page(["f", "h"], null));
  const after = applyChanges(before, "/d", [
    { path: "/d/a", file: file("/d/a") },
    { path: "/d/e", file: file("/d/e") },
    { path: "/d/z", file: file("/d/z") },
    { path: "/d/b", file: null },
    { path: "/d/d", file: file("/d/d", 7) },
  ]);
  expect(names(after)).toEqual([
    ["a", "d"],
    ["e", "f", "h", "z"],
  ]);
  expect(after.pages[0]?.entries[1]?.size).toBe(7);
  const elsewhere = applyChanges(before, "/d", [{ path: "/d/h", file: null }]);
  expect(elsewhere.pages[0]).toBe(before.pages[0]);
  expect(names(applyChanges(after, "/d", [{ path: "/d/a", file: file("/d/a") }]))).toEqual(
    names(after),
  );
});

test("what lies elsewhere, or behind what was read, changes nothing", () => {
  const before = data(page(["b"], "t"));
  const elsewhere = ["/a", "/d/b/c", "/", "/dd/a"].map((path) => ({ path, file: file(path) }));
  expect(applyChanges(before, "/d", elsewhere)).toBe(before);
  expect(names(applyChanges(before, "/d", [{ path: "/d/c", file: file("/d/c") }]))).toEqual([
    ["b"],
  ]);
  const both = [
    { path: "/d/a", file: file("/d/a") },
    { path: "/d/a", file: null },
  ];
  expect(names(applyChanges(before, "/d", both))).toEqual([["b"]]);
});

test("names are compared by their bytes, which is not how strings are", () => {
  expect(compareBytes("a", "a")).toBe(0);
  expect(compareBytes("a", "ab")).toBeLessThan(0);
  expect(compareBytes("ab", "a")).toBeGreaterThan(0);
  // As strings the emoji would come first, by the halves of its pair.
  expect(compareBytes("\u{1F600}", "\uFF5E")).toBeGreaterThan(0);
});

test("whatever is notified in whatever order, the pages hold what is there", () => {
  const all = Array.from({ length: 60 }, (_, n) => `n${n}`).toSorted();
  const read = all.filter((_, n) => n % 3 === 0);
  let after = data(page(read.slice(0, 9), "t"), page(read.slice(9), null));
  const there = new Map(read.map((name) => [name, 1]));
  for (let step = 1; step <= 40; step++) {
    const reported = all.filter((_, n) => (n * step) % 7 === 1 || (n + step) % 19 === 0);
    const isGone = (n: number) => (n + step) % 2 === 0;
    for (const [n, name] of reported.entries())
      if (isGone(n)) there.delete(name);
      else there.set(name, step);
    const changes = reported.map((name, n) => ({
      path: `/d/${name}`,
      file: isGone(n) ? null : file(`/d/${name}`, step),
    }));
    after = applyChanges(after, "/d", changes.toReversed());
    const entries = after.pages.flatMap((one) => one.entries);
    expect(entries.map(({ path, size }) => [path.slice(3), size])).toEqual(
      [...there].toSorted(([a], [b]) => compareBytes(a, b)),
    );
  }
});
