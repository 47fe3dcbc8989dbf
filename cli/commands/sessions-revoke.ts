import type { Command } from "@/cli/command";
import { mounts } from "@/lib/contract/mounts";

/** Ends a mount session; one that is over stays so. */
export const sessionsRevoke: Command = {
  usage: "sessions revoke SESSION_ID",
  summary: "end a mount session at once",
  async run({ call }, { positionals }) {
    const [id = ""] = positionals;
    await call(mounts.revoke, { params: { session_id: id } });
    return { data: { id, revoked: true }, text: `${id} has ended.` };
  },
};
