import { expect, test } from "vitest";

import type { Node } from "./node";
import { createReadAhead } from "./read-ahead";
import { attach, newNode, type Tree } from "./tree";

const WALK_MS = 1_000;

const nameOf = ({ names: [name] }: Node) => `${name?.parent.names[0]?.name ?? ""}/${name?.name}`;

/** A directory with 12 directories of 2 each; `listed` are the names that were read ahead, `at` is the time. */
function walk() {
  const root = newNode(1, "directory", null);
  const tree = { root, byId: new Map() } as unknown as Tree;
  let id = 1;
  const make = (parent: Node, name: string) => {
    const node = newNode(++id, "directory", null);
    attach(tree, parent, name, node);
    return node;
  };
  const folders = Array.from({ length: 12 }, (_, n) => make(root, `f${n}`));
  for (const folder of folders) for (const name of ["a", "b"]) make(folder, name);
  const time = { at: 0 };
  const listed: unknown[] = [];
  const ends: (() => void)[] = [];
  const readAhead = createReadAhead(
    (node) => {
      listed.push(nameOf(node));
      return new Promise((resolve) =>
        ends.push(() => {
          node.complete = true;
          resolve();
        }),
      );
    },
    () => time.at,
  );
  const end = async () => {
    for (const one of ends.splice(0)) one();
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  };
  // A program's own listing comes first.
  const read = (directory: Node) => {
    directory.complete = true;
    readAhead(directory);
  };
  return { root, folders, listed, time, read, end };
}

test("a program that reads one directory only causes no other listing", () => {
  const { root, folders, listed, time, read } = walk();
  read(root);
  time.at += WALK_MS + 1;
  read(folders[0]!);
  expect(listed).toEqual([]);
});

test("a walk lists what is below and then what comes next, eight at a time and each once", async () => {
  const { root, folders, listed, read, end } = walk();
  read(root);
  read(folders[0]!);
  const first = ["f0/a", "f0/b", ...[1, 2, 3, 4, 5, 6].map((n) => `/f${n}`)];
  expect(listed).toEqual(first);
  read(folders[1]!);
  expect(listed).toEqual(first);
  await end();
  read(folders[1]!);
  expect(listed.slice(8)).toEqual(["f1/a", "f1/b", ...[7, 8, 9, 10, 11].map((n) => `/f${n}`)]);
});
