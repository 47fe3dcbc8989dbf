import type { Command } from "@/cli/command";
import { findFilesystem } from "@/cli/find-filesystem";
import { webhookFields } from "@/cli/webhook-fields";
import { webhooks } from "@/lib/contract/webhooks";

/** Shows a webhook. */
export const webhooksGet: Command = {
  usage: "webhooks get FILESYSTEM_ID WEBHOOK_ID [--org ORG]",
  summary: "show a webhook: its state, its last failure and what waits",
  options: ["org"],
  async run(client, given) {
    const [fsId = "", id = ""] = given.positionals;
    const params = { ...(await findFilesystem(client, given, fsId)), webhook_id: id };
    const webhook = await client.call(webhooks.get, { params });
    return { data: webhook, text: webhookFields(webhook) };
  },
};
