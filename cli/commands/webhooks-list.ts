import type { Command } from "@/cli/command";
import { findFilesystem } from "@/cli/find-filesystem";
import { table } from "@/cli/output";
import { readAll } from "@/lib/api-client/read-all";
import { webhooks } from "@/lib/contract/webhooks";

/** Lists the webhooks of a filesystem. */
export const webhooksList: Command = {
  usage: "webhooks list FILESYSTEM_ID [--org ORG]",
  summary: "list webhooks",
  options: ["org"],
  async run(client, given) {
    const [fsId = ""] = given.positionals;
    const params = await findFilesystem(client, given, fsId);
    const all = await readAll(
      (page) => client.call(webhooks.list, { params, query: page }),
      ({ id }) => id,
    );
    const rows = all.map((one) => [
      one.id,
      one.state,
      String(one.pending_changes),
      one.last_failure ?? "-",
      one.path_prefix,
      one.url,
    ]);
    const headings = ["ID", "STATE", "PENDING", "LAST FAILURE", "PREFIX", "URL"];
    return { data: all, text: table(headings, rows, "No webhooks.") };
  },
};
