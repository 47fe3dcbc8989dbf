import type { Command } from "@/cli/command";
import { fields } from "@/cli/output";
import { mounts } from "@/lib/contract/mounts";
import { UsageError } from "@/lib/usage-error";

/** Creates a mount session; its ticket mounts the filesystem once. */
export const ticketCreate: Command = {
  usage: "ticket create FILESYSTEM_ID [--mode ro|rw] [--idempotency-key KEY]",
  summary: "create a mount session with a one-time ticket; read-only by default",
  options: ["mode", "idempotency-key"],
  async run({ call }, { positionals, options }) {
    const [id = ""] = positionals;
    const mode = options["mode"] ?? "ro";
    if (mode !== "ro" && mode !== "rw") throw new UsageError("--mode must be ro or rw");
    const key = options["idempotency-key"];
    const again = key === undefined ? {} : { idempotency_key: key };
    const made = await call(mounts.create, { body: { filesystem_id: id, mode, ...again } });
    const text = fields({
      session: made.id,
      ticket: made.ticket ?? "shown only when the session was created",
      expires: made.ticket_expires_at,
    });
    return { data: made, text };
  },
};
