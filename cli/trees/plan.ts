import { inParallel } from "@/cli/in-parallel";

import { localText } from "./local-failure";
import type { Replace, Tree, TreeNode } from "./tree";

/** What makes one tree like another. */
export type Plan = {
  /** Directories that are missing, a parent before its children. */
  make: TreeNode[];
  /** Files, and their paths in the target. */
  copy: { node: TreeNode; to: string; replace: Replace }[];
  /** What only the target has, children before their parents. */
  remove: TreeNode[];
  /** How many files are the same already. */
  same: number;
  /** What cannot be copied, and why. */
  skipped: { path: string; reason: string }[];
};

type Pair = { node: TreeNode; old: TreeNode };

/**
 * Compares two trees by path, type and entity tag. Of local files only those of equal size are read for it.
 * @param removes whether what only the target has is removed
 * @param atOnce how many files are read at one time
 */
export async function planSync(
  source: Tree,
  target: Tree,
  removes: boolean,
  atOnce: number,
): Promise<Plan> {
  const there = new Map<string, TreeNode>();
  if ((await target.root()) !== null)
    for await (const node of target.nodes()) there.set(node.path, node);
  const plan = emptyPlan();
  const pairs: Pair[] = [];
  for await (const node of source.nodes()) {
    const old = there.get(node.path);
    there.delete(node.path);
    if (node.type === "other") plan.skipped.push({ path: node.path, reason: NOT_COPIED });
    else if (old !== undefined && old.type !== node.type)
      plan.skipped.push({ path: node.path, reason: `${NAMES[old.type]} is in its place` });
    else if (node.type === "file" && old !== undefined) pairs.push({ node, old });
    else if (node.type === "file") plan.copy.push({ node, to: node.path, replace: "none" });
    else if (old === undefined) plan.make.push(node);
  }
  const compare = async ({ node, old }: Pair) => {
    const tag = await target.tagOf(old);
    const isSame = node.size === old.size && (await source.tagOf(node)) === tag;
    if (isSame) plan.same += 1;
    else plan.copy.push({ node, to: node.path, replace: { tag } });
  };
  await inParallel(pairs, atOnce, (pair) =>
    compare(pair).catch((error: unknown) => {
      // A file of this machine that is gone or can't be read is no reason to leave all others.
      const reason = localText(error);
      if (reason === null) throw error;
      plan.skipped.push({ path: pair.node.path, reason });
    }),
  );
  if (removes) {
    // What stands there in the place of something else stays, with all that it contains.
    const kept = new Set(plan.skipped.map(({ path }) => path));
    plan.remove = [...there.values()].filter(({ path }) => !isBelow(path, kept)).toReversed();
  }
  return plan;
}

function isBelow(path: string, tops: ReadonlySet<string>): boolean {
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1))
    if (tops.has(path.slice(0, end))) return true;
  return false;
}

/** Copies all of a tree. @param replace how files that are there already are replaced */
export async function planCopy(source: Tree, replace: Replace): Promise<Plan> {
  const plan = emptyPlan();
  for await (const node of source.nodes()) {
    if (node.type === "directory") plan.make.push(node);
    else if (node.type === "file") plan.copy.push({ node, to: node.path, replace });
    else plan.skipped.push({ path: node.path, reason: NOT_COPIED });
  }
  return plan;
}

/** Nothing to do. */
export const emptyPlan = (): Plan => ({ make: [], copy: [], remove: [], same: 0, skipped: [] });

const NOT_COPIED = "symbolic links and special files are not copied";
const NAMES = {
  file: "a file",
  directory: "a directory",
  other: "a symbolic link or special file",
};
