import type { Command } from "@/cli/command";
import { findFilesystem } from "@/cli/find-filesystem";
import { readRemoteLocation } from "@/cli/location";
import { print } from "@/cli/print";
import { entries } from "@/lib/contract/entries";

/** Prints the contents of a file as they are. */
export const cat: Command = {
  usage: "cat PATH [--org ORG]",
  summary: "print a file",
  options: ["org"],
  async run(client, given) {
    const [text = ""] = given.positionals;
    const { fsId, path } = readRemoteLocation(text);
    const params = await findFilesystem(client, given, fsId);
    const { body } = await client.bulk.send(entries.read, { params, query: { path } });
    try {
      for await (const chunk of body ?? []) await print(chunk);
    } catch (error) {
      throw new Error("the connection was lost before the end of the file", { cause: error });
    }
    return null;
  },
};
