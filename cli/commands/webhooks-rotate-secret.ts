import type { Command } from "@/cli/command";
import { findFilesystem } from "@/cli/find-filesystem";
import { fields } from "@/cli/output";
import { webhooks } from "@/lib/contract/webhooks";

/** Replaces a webhook's signing secret. */
export const webhooksRotateSecret: Command = {
  usage: "webhooks rotate-secret FILESYSTEM_ID WEBHOOK_ID [--org ORG]",
  summary: "replace the signing secret; the old one also signs for 24 hours",
  options: ["org"],
  async run(client, given) {
    const [fsId = "", id = ""] = given.positionals;
    const params = { ...(await findFilesystem(client, given, fsId)), webhook_id: id };
    const rotated = await client.call(webhooks.rotateSecret, { params });
    return { data: rotated, text: fields({ id, secret: rotated.secret }) };
  },
};
