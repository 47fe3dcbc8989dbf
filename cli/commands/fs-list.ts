import type { Command } from "@/cli/command";
import { findOrg } from "@/cli/find-org";
import { table } from "@/cli/output";
import { readAll } from "@/lib/api-client/read-all";
import { filesystems } from "@/lib/contract/filesystems";

/** Lists the filesystems you can access in an organisation. */
export const fsList: Command = {
  usage: "fs list [--org ORG]",
  summary: "list filesystems",
  options: ["org"],
  async run(client, given) {
    const params = { org_id: await findOrg(client, given) };
    const all = await readAll(
      (page) => client.call(filesystems.list, { params, query: page }),
      ({ id }) => id,
    );
    const rows = all.map(({ id, name, created_at: createdAt }) => [id, name, createdAt]);
    return { data: all, text: table(["ID", "NAME", "CREATED"], rows, "No filesystems.") };
  },
};
