import type { Command } from "@/cli/command";
import { findOrg } from "@/cli/find-org";
import { table } from "@/cli/output";
import { readAll } from "@/lib/api-client/read-all";
import { mounts } from "@/lib/contract/mounts";

/** Lists the mount sessions of a filesystem. */
export const sessionsList: Command = {
  usage: "sessions list FILESYSTEM_ID [--ended] [--org ORG]",
  summary: "list mount sessions; --ended includes ended ones",
  options: ["org"],
  flags: ["ended"],
  async run(client, given) {
    const [id = ""] = given.positionals;
    const params = { org_id: await findOrg(client, given), fs_id: id };
    const ended = given.flags.has("ended") ? "true" : "false";
    const all = await readAll(
      (page) => client.call(mounts.list, { params, query: { ...page, ended } }),
      (session) => session.id,
    );
    const rows = all.map((one) => [one.id, one.mode, one.state, one.created_by, one.created_at]);
    const text = table(
      ["ID", "MODE", "STATE", "CREATED BY", "CREATED"],
      rows,
      "No mount sessions.",
    );
    return { data: all, text };
  },
};
