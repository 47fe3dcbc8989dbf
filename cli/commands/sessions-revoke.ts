import type { Command } from "@/cli/command";
import { mounts } from "@/lib/contract/mounts";

/** Ends a mount session; no effect on an ended one. */
export const sessionsRevoke: Command = {
  usage: "sessions revoke SESSION_ID",
  summary: "end a mount session immediately",
  async run({ call }, { positionals }) {
    const [id = ""] = positionals;
    await call(mounts.revoke, { params: { session_id: id } });
    return { data: { id, revoked: true }, text: `Ended ${id}.` };
  },
};
