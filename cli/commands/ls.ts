import type { Command } from "@/cli/command";
import { findFilesystem } from "@/cli/find-filesystem";
import { nameOf, readRemoteLocation } from "@/cli/location";
import { table } from "@/cli/output";
import { statEntry } from "@/cli/trees/remote-tree";
import { readPages } from "@/lib/api-client/read-pages";
import { RequestError } from "@/lib/api-client/request";
import { entries } from "@/lib/contract/entries";
import { sizeOf } from "@/lib/contract/size-of";
import type { Entry } from "@/lib/contract/stat";

/** Lists a directory of a filesystem, or shows one file. */
export const ls: Command = {
  usage: "ls PATH [--recursive] [--org ORG]",
  summary: "list a directory; --recursive: everything below it",
  options: ["org"],
  flags: ["recursive"],
  async run(client, given) {
    const [text = ""] = given.positionals;
    const { fsId, path } = readRemoteLocation(text);
    const params = await findFilesystem(client, given, fsId);
    const entry = await statEntry(client, params, path);
    if (entry === null) throw new RequestError({ status: 404, code: "path_not_found" });
    const isRecursive = given.flags.has("recursive");
    const query = { path, fields: "stat", recursive: isRecursive ? "true" : "false" } as const;
    const all: Entry[] = entry.type === "directory" ? [] : [entry];
    if (entry.type === "directory") {
      const read = (token: object) =>
        client.bulk.call(entries.list, { params, query: { ...query, ...token } });
      for await (const page of readPages(read)) all.push(...page.entries);
    }
    const rows = all.map((one) => rowOf(one, isRecursive));
    return {
      data: all,
      text: table(["SIZE", "MODIFIED", "NAME"], rows, "The directory is empty."),
    };
  },
};

function rowOf(entry: Entry, isRecursive: boolean): string[] {
  const name = isRecursive ? entry.path : nameOf(entry.path);
  const shown =
    entry.type === "directory"
      ? `${name}/`
      : entry.type === "symlink"
        ? `${name} -> ${entry.link_target ?? ""}`
        : name;
  return [entry.type === "file" ? sizeOf(entry.size) : "-", entry.modified_at, shown];
}
