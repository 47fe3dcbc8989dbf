import { expect, test } from "vitest";

import { statOf } from "@/testing/stat";

import { createMoves } from "./moves";
import { createTree } from "./tree-updates";

const forget = { invalidateNode: () => undefined, invalidateEntry: () => undefined };
const root = statOf("/", { type: "directory", node_id: "1" });
const node = createTree(root, null, forget).root;

test("the old path of what is renamed, and what was below it, until the feed has come to the end", () => {
  const moves = createMoves();
  moves.begin("/old", node);
  expect(["/old/a/b", "/old", "/older/a"].map((path) => moves.nodesOf(path))).toEqual([
    [node],
    [node],
    [],
  ]);
  moves.reach("100");
  expect(moves.nodesOf("/old/a")).toEqual([node]);
  moves.end("/old", "90");
  moves.reach("89");
  expect(moves.nodesOf("/old/a")).toEqual([node]);
  moves.reach("90");
  expect(moves.nodesOf("/old/a")).toEqual([]);
});

test("a rename that is refused is no longer one", () => {
  const moves = createMoves();
  moves.begin("/old", node);
  moves.end("/old", null);
  expect(moves.nodesOf("/old/a")).toEqual([]);
});
