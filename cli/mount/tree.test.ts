import { expect, test } from "vitest";

import { statOf } from "@/testing/stat";

import type { Node } from "./node";
import { attach, createNode, type Tree } from "./tree";
import { confirm, createTree, expire, setEntry } from "./tree-updates";

const directory = (path: string, node_id: string) =>
  statOf(path, { type: "directory", node_id, mode: "0755" });

/** A tree, and what it tells the kernel to forget. */
function begin() {
  const forgotten: string[] = [];
  const tree = createTree(directory("/", "1"), null, {
    invalidateNode: (node) => forgotten.push(`node ${node}`),
    invalidateEntry: (parent, name) => forgotten.push(`entry ${parent}/${name}`),
  });
  return { tree, forgotten };
}

const nameOf = (tree: Tree, name: string): Node => {
  const node = tree.root.children.get(name);
  if (node === undefined) throw new Error(`no ${name}`);
  return node;
};

/** The names "a" and "b" of one file of the service lead to two nodes: "b" was created here while others linked it. */
function twins() {
  const { tree, forgotten } = begin();
  setEntry(tree, tree.root, "a", statOf("/a", { nlink: 2 }));
  const made = createNode(tree, "file", 0o644);
  attach(tree, tree.root, "b", made);
  confirm(tree, made, statOf("/b", { etag: '"b"', nlink: 2 }));
  return { tree, forgotten, first: nameOf(tree, "a"), made };
}

test("a file with two nodes: what others change by one name has to be asked for by the other", () => {
  const { tree, forgotten, first, made } = twins();
  made.handles = 1;
  setEntry(tree, tree.root, "b", statOf("/b", { etag: '"c"', nlink: 2 }));
  expect([made.etag, made.stale, first.stale]).toEqual(['"c"', false, true]);
  expect(forgotten).toContain(`node ${first.id}`);
});

test("a file with two nodes: a name that is removed elsewhere changes the links of the other", () => {
  const { tree, first, made } = twins();
  setEntry(tree, tree.root, "a", null);
  expect([first.names, made.stale]).toEqual([[], true]);
});

test("a file with two nodes: once a name is read again and not open, both lead to one", () => {
  const { tree, forgotten, first, made } = twins();
  made.handles = 1;
  setEntry(tree, tree.root, "b", statOf("/b", { nlink: 2 }));
  expect(nameOf(tree, "b")).toBe(made);
  made.handles = 0;
  setEntry(tree, tree.root, "b", statOf("/b", { nlink: 2 }));
  expect(nameOf(tree, "b")).toBe(first);
  expect(forgotten).toContain("entry 1/b");
});

test("a directory that was only listed and is renamed elsewhere can still be opened", () => {
  const { tree } = begin();
  setEntry(tree, tree.root, "old", directory("/old", "9"));
  const { id } = nameOf(tree, "old");
  setEntry(tree, tree.root, "new", directory("/new", "9"));
  expect(tree.root.children.has("old")).toBe(false);
  expect([nameOf(tree, "new").id, tree.byId.get(id)]).toEqual([id, nameOf(tree, "new")]);
});

test("the kernel forgets that a name does not exist, also while a directory is read again", () => {
  const { tree, forgotten } = begin();
  Object.assign(tree.root, { complete: false, wasComplete: true });
  setEntry(tree, tree.root, "a", statOf("/a"));
  expect(forgotten).toContain("entry 1/a");
});

test("a name that is removed while its file is uncertain may have been one of any file", () => {
  const { tree } = begin();
  setEntry(tree, tree.root, "a", statOf("/a"));
  setEntry(tree, tree.root, "a", null);
  expect(tree.unseen).toBe(0);
  setEntry(tree, tree.root, "a", statOf("/a"));
  expire(tree, nameOf(tree, "a"));
  setEntry(tree, tree.root, "a", null);
  expect(tree.unseen).toBe(1);
});
