import type { Auditor } from "@/lib/audit/record";
import type { Prisma } from "@/lib/db/client";
import { endMounts } from "@/lib/mounts/end-mounts";

type Input = {
  userId: string;
  /** Id of the console session to keep; null for none. */
  keptSession: string | null;
  loginReason: "revoked" | "password_reset";
};

/**
 * Ends a user's access in the transaction that replaces the password: console sessions, command-line logins
 * and pending device codes, mount sessions, links that reset the password or change the address, and with the last
 * session an authenticator app that was not confirmed. API keys belong to organisations and stay.
 * Replace the password first: it locks the row that new sessions wait for, and requests under way (`holdCaller`).
 */
export async function endAccess(
  tx: Prisma.TransactionClient,
  who: Auditor,
  { userId, keptSession, loginReason }: Input,
): Promise<void> {
  const alive = { user_id: userId, ended_at: null };
  const ended_at = new Date();
  const kept = keptSession === null ? {} : { id: { not: keptSession } };
  await tx.session.updateMany({ where: { ...alive, ...kept }, data: { ended_at } });
  // After the sessions, which approve devices, and before the logins, waiting for a running poll: what is approved by
  // then would otherwise still become a login.
  await tx.device_authorization.deleteMany({ where: { user_id: userId, status: "approved" } });
  await tx.login.updateMany({ where: alive, data: { ended_at, ended_reason: loginReason } });
  await tx.password_reset.deleteMany({ where: { user_id: userId } });
  await tx.email_change.deleteMany({ where: { user_id: userId } });
  // An app is enrolled in a session; in which one is not recorded.
  if (keptSession === null)
    await tx.second_factor.deleteMany({ where: { user_id: userId, confirmed_at: null } });
  // After sessions and logins: their locks make mounts they are creating visible here.
  await endMounts(tx, who, { userId, madeWith: null });
}
