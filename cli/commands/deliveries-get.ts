import type { Command } from "@/cli/command";
import { findFilesystem } from "@/cli/find-filesystem";
import { printable } from "@/cli/output";
import { deliveries } from "@/lib/contract/deliveries";

/** Shows a delivery: its attempts, and the body that was sent. */
export const deliveriesGet: Command = {
  usage: "deliveries get FILESYSTEM_ID WEBHOOK_ID MESSAGE_ID [--org ORG]",
  summary: "show a delivery: its attempts and the body that was sent",
  options: ["org"],
  async run(client, given) {
    const [fsId = "", webhookId = "", id = ""] = given.positionals;
    const ids = await findFilesystem(client, given, fsId);
    const params = { ...ids, webhook_id: webhookId, msg_id: id };
    const one = await client.call(deliveries.get, { params });
    const lines = [
      `${one.id}  ${one.type}  ${one.status}  cursor ${one.cursor}`,
      ...one.attempts.map(
        ({ number, started_at: at, duration_ms: ms, outcome, detail }) =>
          `attempt ${number}  ${at}  ${ms} ms  ${outcome}${detail === null ? "" : ` (${detail})`}`,
      ),
      one.body ?? "Body no longer available.",
    ];
    return { data: one, text: lines.map(printable).join("\n") };
  },
};
