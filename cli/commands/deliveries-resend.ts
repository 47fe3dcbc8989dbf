import type { Command } from "@/cli/command";
import { findFilesystem } from "@/cli/find-filesystem";
import { deliveries } from "@/lib/contract/deliveries";

/** Sends a stored message once more. */
export const deliveriesResend: Command = {
  usage: "deliveries resend FILESYSTEM_ID WEBHOOK_ID MESSAGE_ID [--org ORG]",
  summary: "send a stored message once more",
  options: ["org"],
  async run(client, given) {
    const [fsId = "", webhookId = "", id = ""] = given.positionals;
    const ids = await findFilesystem(client, given, fsId);
    const params = { ...ids, webhook_id: webhookId, msg_id: id };
    const sent = await client.call(deliveries.resend, { params });
    return { data: sent, text: `Sending ${sent.id} again.` };
  },
};
