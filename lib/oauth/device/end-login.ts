import { audit, type Auditor } from "@/lib/audit/record";
import type { Prisma } from "@/lib/db/client";
import { endMounts } from "@/lib/mounts/end-mounts";

/**
 * Ends a command-line login and its tokens in the caller's transaction; its access tokens then get `login_ended` (spec
 * 4.38). Unless its own client signs out, the mounts that it made end too.
 * @returns false if it had already ended
 */
export async function endLogin(
  tx: Prisma.TransactionClient,
  who: Auditor,
  { id, reason }: { id: string; reason: "signed_out" | "revoked" | "refresh_token_reuse" },
): Promise<boolean> {
  const [ended] = await tx.$queryRaw<{ user_id: string }[]>`
    UPDATE login SET ended_at = clock_timestamp(), ended_reason = ${reason === "signed_out" ? "revoked" : reason} WHERE id = ${id} AND ended_at IS NULL
    RETURNING user_id`;
  if (ended === undefined) return false;
  const action = reason === "refresh_token_reuse" ? "login.refresh_token_reused" : "login.ended";
  await audit(tx, who, { action, target: { type: "login", id } });
  // After the login: its lock makes mounts it is creating visible here.
  if (reason !== "signed_out")
    await endMounts(tx, who, { userId: ended.user_id, madeWith: { type: "login", id } });
  return true;
}
