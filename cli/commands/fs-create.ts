import type { Command } from "@/cli/command";
import { findOrg } from "@/cli/find-org";
import { fields } from "@/cli/output";
import { filesystems } from "@/lib/contract/filesystems";

/** Creates an empty filesystem. */
export const fsCreate: Command = {
  usage: "fs create NAME [--org ORG]",
  summary: "create a filesystem",
  options: ["org"],
  async run(client, given) {
    const [name = ""] = given.positionals;
    const params = { org_id: await findOrg(client, given) };
    const made = await client.call(filesystems.create, { params, body: { name } });
    return { data: made, text: fields({ id: made.id, name: made.name }) };
  },
};
