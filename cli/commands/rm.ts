import type { Command } from "@/cli/command";
import { findFilesystem } from "@/cli/find-filesystem";
import { readRemoteLocation, formatLocation } from "@/cli/location";
import { printable } from "@/cli/output";
import { entries } from "@/lib/contract/entries";
import { LIMITS } from "@/lib/contract/limits";

/** Moves entries into the trash. */
export const rm: Command = {
  usage: "rm PATH... [--recursive] [--org ORG]",
  summary: "delete files; --recursive: directories with all they contain. The trash keeps them",
  options: ["org"],
  flags: ["recursive"],
  async run(client, given) {
    const locations = given.positionals.map((text) => readRemoteLocation(text));
    const recursive = given.flags.has("recursive") ? "true" : "false";
    const removed: { path: string; trash_id: string | null }[] = [];
    for (const { fsId, path } of locations) {
      const params = await findFilesystem(client, given, fsId);
      const { headers } = await client.send(entries.remove, { params, query: { path, recursive } });
      removed.push({ path: formatLocation(fsId, path), trash_id: headers.get("x-trash-id") });
    }
    const lines = removed.map(({ path }) => `Deleted ${printable(path)}.`);
    const hint = `You can restore it in the console for ${LIMITS.trashDays} days.`;
    return { data: removed, text: [...lines, hint].join("\n") };
  },
};
