import { explain } from "@/cli/explain";
import { inParallel } from "@/cli/in-parallel";

import type { Plan } from "./plan";
import type { Tree, TreeNode } from "./tree";

/** What was done to a target. */
export type Outcome = {
  copied: number;
  /** Files that were the same already. */
  same: number;
  removed: number;
  /** Of the files that were copied. */
  bytes: number;
  skipped: { path: string; reason: string }[];
  failed: { path: string; reason: string }[];
};

/**
 * Makes the target what was planned. What fails does not stop the rest.
 * @param onProgress called whenever a file was copied or removed
 */
export async function runPlan(
  { make, copy, remove, same, skipped }: Plan,
  { source, target }: { source: Tree; target: Tree },
  atOnce: number,
  onProgress: (outcome: Outcome) => void,
): Promise<Outcome> {
  const outcome: Outcome = { copied: 0, same, removed: 0, bytes: 0, skipped, failed: [] };
  const attempt = async ({ path }: TreeNode, run: () => Promise<void>) => {
    try {
      await run();
    } catch (error) {
      outcome.failed.push({ path, reason: explain(error).message });
    }
    onProgress(outcome);
  };
  if ((await target.root()) === null) await target.makeDirectory("");
  for (const node of make) await attempt(node, () => target.makeDirectory(node.path));
  await inParallel(copy, atOnce, ({ node, to, replace }) =>
    attempt(node, async () => {
      await target.write(to, source.read(node), replace);
      outcome.copied += 1;
      outcome.bytes += node.size;
    }),
  );
  const removeOne = (node: TreeNode) =>
    attempt(node, async () => {
      await target.remove(node);
      outcome.removed += 1;
    });
  await inParallel(
    remove.filter(({ type }) => type !== "directory"),
    atOnce,
    removeOne,
  );
  for (const node of remove) if (node.type === "directory") await removeOne(node);
  return outcome;
}
