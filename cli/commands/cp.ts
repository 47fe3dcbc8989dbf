import type { Client } from "@/cli/client";
import type { Command, Given } from "@/cli/command";
import type { FilesystemIds } from "@/cli/find-filesystem";
import { readLocation } from "@/cli/location";
import { asChild, nameOfLocation, openChild, type Opened, openTree } from "@/cli/trees/open-tree";
import { emptyPlan, planCopy } from "@/cli/trees/plan";
import type { Outcome } from "@/cli/trees/run-plan";
import { runShown, toResult } from "@/cli/trees/run-shown";
import type { Replace, TreeNode } from "@/cli/trees/tree";
import { entries } from "@/lib/contract/entries";
import { UsageError } from "@/lib/usage-error";

/** Copies files and directories between this machine and filesystems, or between filesystems. */
export const cp: Command = {
  usage: "cp SOURCE... TARGET [--recursive] [--no-clobber] [--org ORG]",
  summary:
    "copy between local paths and fs_…:/paths, creating directories at the service; --recursive: directories",
  options: ["org"],
  flags: ["recursive", "no-clobber"],
  async run(client, given) {
    const locations = given.positionals.map((text) => readLocation(text));
    const target = locations.pop();
    if (target === undefined || [...locations, target].every(({ fsId }) => fsId === null))
      throw new UsageError("one of the paths must be that of a filesystem, like fs_…:/path");
    const to = await openTree(client, given, target);
    const isInto =
      target.isDirectory || locations.length > 1 || (await to.tree.root())?.type === "directory";
    const outcomes: Outcome[] = [];
    for (const location of locations) {
      const from = await openTree(client, given, location);
      const into = isInto ? openChild(client, to, nameOfLocation(from)) : to;
      outcomes.push(await copy(client, given, from, into));
    }
    return toResult(outcomes);
  },
};

async function copy(client: Client, given: Given, from: Opened, to: Opened): Promise<Outcome> {
  const node = await from.tree.root();
  if (node === null) throw new Error(`${from.location.path} does not exist`);
  if (node.type === "other")
    throw new Error(
      `${from.location.path} is a symbolic link or special file, which is not copied`,
    );
  if (node.type === "directory" && !given.flags.has("recursive"))
    throw new UsageError(`${from.location.path} is a directory: copy it with --recursive`);
  if (from.params !== null && from.params.fs_id === to.params?.fs_id)
    return copyThere(client, from.params, given, { from, to, node });
  const replace: Replace = given.flags.has("no-clobber") ? "none" : "any";
  if (node.type === "directory") {
    const plan = await planCopy(from.tree, replace);
    return runShown(client, given, plan, { source: from.tree, target: to.tree });
  }
  const source = asChild(client, from, node);
  const target = asChild(client, to, node);
  const plan = { ...emptyPlan(), copy: [{ node: source.node, to: target.node.path, replace }] };
  return runShown(client, given, plan, { source: source.tree, target: target.tree });
}

/** Within a filesystem the service copies, in one step. */
async function copyThere(
  { call }: Client,
  params: FilesystemIds,
  given: Given,
  { from, to, node }: { from: Opened; to: Opened; node: TreeNode },
): Promise<Outcome> {
  const overwrite = !given.flags.has("no-clobber");
  const body = { from: from.location.path, to: to.location.path, overwrite, parents: true };
  await call(entries.copy, { params, body });
  return { copied: 1, same: 0, removed: 0, bytes: node.size, skipped: [], failed: [] };
}
