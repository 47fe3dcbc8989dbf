import type { Command } from "@/cli/command";
import { findFilesystem } from "@/cli/find-filesystem";
import { webhooks } from "@/lib/contract/webhooks";

/** Deletes a webhook. */
export const webhooksDelete: Command = {
  usage: "webhooks delete FILESYSTEM_ID WEBHOOK_ID [--org ORG]",
  summary: "delete a webhook; no further attempts start",
  options: ["org"],
  async run(client, given) {
    const [fsId = "", id = ""] = given.positionals;
    const params = { ...(await findFilesystem(client, given, fsId)), webhook_id: id };
    await client.call(webhooks.remove, { params });
    return { data: { id, deleted: true }, text: `Deleted ${id}.` };
  },
};
