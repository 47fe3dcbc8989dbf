import type { Command } from "@/cli/command";
import { findFilesystem } from "@/cli/find-filesystem";
import { webhookFields } from "@/cli/webhook-fields";
import { webhooks } from "@/lib/contract/webhooks";

type Verb = "pause" | "resume" | "resync" | "enable" | "retryNow";

/** A command that asks a webhook to do something, and shows it afterwards. */
const verb = (name: string, operation: Verb, summary: string): Command => ({
  usage: `webhooks ${name} FILESYSTEM_ID WEBHOOK_ID [--org ORG]`,
  summary,
  options: ["org"],
  async run(client, given) {
    const [fsId = "", id = ""] = given.positionals;
    const params = { ...(await findFilesystem(client, given, fsId)), webhook_id: id };
    const webhook = await client.call(webhooks[operation], { params });
    return { data: webhook, text: webhookFields(webhook) };
  },
});

export const webhooksPause = verb("pause", "pause", "stop deliveries until it is resumed");
export const webhooksResume = verb(
  "resume",
  "resume",
  "continue a paused webhook where it stopped",
);
export const webhooksResync = verb("resync", "resync", "send a resync as the next message");
export const webhooksEnable = verb(
  "enable",
  "enable",
  "enable a webhook that was disabled after failures",
);
export const webhooksRetry = verb("retry", "retryNow", "start the pending retry now");
