import { expect, test } from "vitest";

import { createMoves } from "./moves";
import { createTree } from "./tree-updates";

const forget = { invalidateNode: () => undefined, invalidateEntry: () => undefined };
const root = {
  path: "/",
  type: "directory" as const,
  size: 0,
  etag: '"d-1"',
  modified_at: "2026-11-22T10:00:00.000Z",
  mode: "0755",
  node_id: "1",
  nlink: 1,
  link_target: null,
  uid: 0,
  gid: 0,
  modified_ns: 0,
  special: null,
  device: 0,
  changed_at: "2026-11-22T10:00:00.000Z",
};
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
