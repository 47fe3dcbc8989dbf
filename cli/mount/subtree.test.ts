import { expect, test } from "vitest";

import type { Stat } from "@/lib/contract/stat";
import { statOf } from "@/testing/stat";

import type { Mounted } from "./mounted";
import type { Node } from "./node";
import { createPathSet } from "./path-set";
import { createSubtree } from "./subtree";
import { locate } from "./tree";
import { createTree, setEntry } from "./tree-updates";
import { touch, touchPath } from "./watch";

const directory = (path: string, id: number) =>
  statOf(path, { type: "directory", node_id: String(id), mode: "0755" });
const file = (path: string, id: number) => statOf(path, { node_id: String(id) });

/** /a with the files 1 and 2, /a/b with 3, and /c with 4. */
const LISTING: readonly Stat[] = [
  directory("/a", 10),
  file("/a/1", 11),
  file("/a/2", 12),
  directory("/a/b", 13),
  file("/a/b/3", 14),
  directory("/c", 15),
  file("/c/4", 16),
];

/** A mount that knows its root's name only, and a listing of all below. */
function begin() {
  const forget = { invalidateNode: () => undefined, invalidateEntry: () => undefined };
  const tree = createTree(directory("/", 1), null, forget);
  const queue = { paths: createPathSet };
  const mounted = { tree, queue, missed: new Set() } as unknown as Mounted;
  const subtree = createSubtree(mounted, tree.root);
  const at = (path: string): Node | undefined => {
    const found = locate(tree, path);
    return found?.parent.children.get(found.name);
  };
  const completed = () =>
    ["/a", "/a/b", "/c"].filter((path) => at(path)?.complete).concat(tree.root.complete ? "/" : []);
  return { tree, subtree, at, completed };
}

test("pages of any size make the same tree, and a directory is known once all of it was listed", () => {
  for (let size = 1; size <= LISTING.length; size++) {
    const { subtree, at, completed, tree } = begin();
    for (let from = 0; from < LISTING.length; from += size) {
      expect(completed()).not.toContain("/");
      subtree.take(LISTING.slice(from, from + size), 0, from + size >= LISTING.length);
    }
    subtree.end();
    expect(completed()).toEqual(["/a", "/a/b", "/c", "/"]);
    expect([...tree.root.children.keys()]).toEqual(["a", "c"]);
    expect([...(at("/a")?.children.keys() ?? [])]).toEqual(["1", "2", "b"]);
    expect(at("/a/b/3")?.serverId).toBe("14");
  }
});

test("the directories that a page completes are named, so that the next one is asked for in time", () => {
  const { subtree, at } = begin();
  expect([...subtree.take(LISTING.slice(0, 6), 0, false)]).toEqual([at("/a/b"), at("/a")]);
  expect([subtree.isOpen(at("/c")!), subtree.isOpen(at("/a")!)]).toEqual([true, false]);
  expect(subtree.take(LISTING.slice(6), 0, true).size).toBe(2);
});

test("what changes meanwhile stays as the tree shows it, and its directory is asked for again", () => {
  const { tree, subtree, at, completed } = begin();
  subtree.take(LISTING.slice(0, 2), 0, false);
  const a = at("/a")!;
  setEntry(tree, a, "1", file("/a/1", 21));
  subtree.take(LISTING.slice(2), 0, true);
  expect(at("/a/1")?.serverId).toBe("21");
  expect(completed()).toEqual(["/a/b", "/c", "/"]);
});

test("a change at a name that isn't known counts too", () => {
  const { subtree, at, completed } = begin();
  touchPath("/c/4");
  subtree.take(LISTING, 0, true);
  expect(at("/c/4")).toBeUndefined();
  expect(completed()).toEqual(["/a", "/a/b", "/"]);
});

test("a directory that others replaced is not filled with what the old one had", () => {
  const { tree, subtree, at, completed } = begin();
  setEntry(tree, tree.root, "a", directory("/a", 20));
  subtree.take(LISTING, 0, true);
  expect(at("/a")?.serverId).toBe("20");
  expect(at("/a")?.children.size).toBe(0);
  expect(completed()).toEqual(["/c"]);
});

test("names that are gone are taken away, what exists only here is kept", () => {
  const { tree, subtree, at } = begin();
  subtree.end();
  setEntry(tree, tree.root, "c", directory("/c", 15));
  const c = at("/c")!;
  setEntry(tree, c, "gone", file("/c/gone", 30));
  Object.assign(setEntry(tree, c, "new", file("/c/new", 31))!, { serverId: null });
  const again = createSubtree(
    { tree, queue: { paths: createPathSet }, missed: new Set() } as unknown as Mounted,
    tree.root,
  );
  again.take(LISTING, 0, true);
  expect([...c.children.keys()].toSorted()).toEqual(["4", "new"]);
});

test("after a reset, a move of the directory, or very many changes the listing no longer fits", () => {
  const reset = begin();
  expect(reset.subtree.isValid()).toBe(true);
  reset.tree.resets += 1;
  expect(reset.subtree.isValid()).toBe(false);

  const busy = begin();
  for (let n = 0; n <= 1_000; n++) touch(busy.tree.root, `name-${n}`);
  expect(busy.subtree.isValid()).toBe(false);

  const moved = begin();
  moved.subtree.take(LISTING.slice(0, 2), 0, false);
  setEntry(moved.tree, moved.tree.root, "z", directory("/z", 10));
  expect(moved.subtree.isValid()).toBe(false);
});
