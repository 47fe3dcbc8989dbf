import type { Command } from "@/cli/command";
import { findFilesystem } from "@/cli/find-filesystem";
import { childOf, nameOf, readRemoteLocation, formatLocation } from "@/cli/location";
import { printable } from "@/cli/output";
import { statEntry } from "@/cli/trees/remote-tree";
import { entries } from "@/lib/contract/entries";
import { UsageError } from "@/lib/usage-error";

/** Moves or renames an entry within a filesystem, in one step. */
export const mv: Command = {
  usage: "mv SOURCE TARGET [--no-clobber] [--org ORG]",
  summary: "move or rename a file or directory within a filesystem",
  options: ["org"],
  flags: ["no-clobber"],
  async run(client, given) {
    const [from = "", to = ""] = given.positionals;
    const source = readRemoteLocation(from);
    const target = readRemoteLocation(to);
    if (source.fsId !== target.fsId)
      throw new UsageError("mv works within one filesystem; use cp, then rm");
    const params = await findFilesystem(client, given, source.fsId);
    const there = await statEntry(client, params, target.path);
    const isInto = target.isDirectory || there?.type === "directory";
    const path = isInto ? childOf(target.path, nameOf(source.path)) : target.path;
    const overwrite = !given.flags.has("no-clobber");
    const moved = await client.call(entries.move, {
      params,
      body: { from: source.path, to: path, overwrite },
    });
    const text = `Moved to ${printable(formatLocation(source.fsId, moved.path))}.`;
    return { data: moved, text };
  },
};
