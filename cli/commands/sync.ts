import type { Command, CommandResult } from "@/cli/command";
import { readLocation } from "@/cli/location";
import { printable } from "@/cli/output";
import { openTree } from "@/cli/trees/open-tree";
import { type Plan, planSync } from "@/cli/trees/plan";
import { AT_ONCE, runShown, toResult } from "@/cli/trees/run-shown";
import { UsageError } from "@/lib/usage-error";

/** Makes one directory like another. Files that are the same are not copied, so a sync that ended early goes on. */
export const sync: Command = {
  usage: "sync SOURCE TARGET [--delete] [--dry-run] [--org ORG]",
  summary:
    "make the directory TARGET like SOURCE, copying what differs; --delete: remove from TARGET what SOURCE lacks",
  options: ["org"],
  flags: ["delete", "dry-run"],
  async run(client, given) {
    const [from = "", to = ""] = given.positionals.map((text) => readLocation(text));
    if (from === "" || to === "" || (from.fsId === null && to.fsId === null))
      throw new UsageError("one of the paths must be that of a filesystem, like fs_…:/path");
    const { tree: source } = await openTree(client, given, from);
    const { tree: target } = await openTree(client, given, to);
    // Without this check a path with a typo would be an empty directory, and --delete would empty the other one.
    if ((await source.root())?.type !== "directory")
      throw new Error(`${from.path} does not exist or is not a directory`);
    const there = await target.root();
    if (there !== null && there.type !== "directory")
      throw new Error(`${to.path} is not a directory`);
    const plan = await planSync(source, target, given.flags.has("delete"), AT_ONCE);
    if (given.flags.has("dry-run")) return describePlan(plan);
    return toResult([await runShown(client, given, plan, { source, target })]);
  },
};

const pathsOf = (nodes: readonly { path: string }[]) => nodes.map(({ path }) => path);

function describePlan({ make, copy, remove, same, skipped }: Plan): CommandResult {
  const data = {
    make: pathsOf(make),
    copy: pathsOf(copy.map(({ node }) => node)),
    remove: pathsOf(remove),
    same,
    skipped,
  };
  const lines = [
    ...data.make.map((path) => `create ${path}/`),
    ...data.copy.map((path) => `copy   ${path}`),
    ...data.remove.map((path) => `delete ${path}`),
    ...skipped.map(({ path, reason }) => `skip   ${path}: ${reason}`),
  ];
  const text = lines.length === 0 ? "Nothing to do." : lines.map(printable).join("\n");
  return { data, text };
}
