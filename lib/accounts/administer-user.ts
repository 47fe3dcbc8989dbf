import { audit } from "@/lib/audit/record";
import type { Db } from "@/lib/db/client";

import { endAccess } from "./end-access";

/**
 * Disables a user, from the shell (spec 3.18): every session, login and mount ends, their webhooks are disabled, and
 * they cannot sign in. Returns null for an unknown address.
 */
export async function disableUser(db: Db, email: string) {
  return db.$transaction(async (tx) => {
    // Locks the row that new sessions wait for.
    const [user] = await tx.user.updateManyAndReturn({
      where: { email },
      data: { disabled_at: new Date() },
    });
    if (user === undefined) return null;
    await endAccess(tx, "shell", { userId: user.id, keptSession: null, loginReason: "revoked" });
    const member = await tx.member.findMany({ where: { user_id: user.id } });
    for (const { org_id } of member)
      await tx.$executeRaw`SELECT access_ended(${`user:${user.id}`}, ${org_id}, NULL, false)`;
    await audit(tx, "shell", { action: "user.disabled", target: { type: "user", id: user.id } });
    return { id: user.id };
  });
}

/** Lets a disabled user sign in again; webhooks stay disabled until someone enables them. Null: unknown address. */
export async function enableUser(db: Db, email: string) {
  return db.$transaction(async (tx) => {
    const [user] = await tx.user.updateManyAndReturn({
      where: { email },
      data: { disabled_at: null },
    });
    if (user === undefined) return null;
    await audit(tx, "shell", { action: "user.enabled", target: { type: "user", id: user.id } });
    return { id: user.id };
  });
}

/** Ends every session, login and mount of a user, from the shell. Null: unknown address. */
export async function endSessions(db: Db, email: string) {
  return db.$transaction(async (tx) => {
    const [user] = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM app_user WHERE email = ${email} FOR NO KEY UPDATE`;
    if (user === undefined) return null;
    await endAccess(tx, "shell", { userId: user.id, keptSession: null, loginReason: "revoked" });
    const target = { type: "user", id: user.id };
    await audit(tx, "shell", { action: "user.sessions_ended", target });
    return { id: user.id };
  });
}

/** Gives or takes the support role, from the shell; it counts with the next request. Null: unknown address. */
export async function setSupport(db: Db, email: string, isSupport: boolean) {
  return db.$transaction(async (tx) => {
    const [user] = await tx.user.updateManyAndReturn({
      where: { email },
      data: { staff_role: isSupport ? "support" : null },
    });
    if (user === undefined) return null;
    const action = isSupport ? "user.made_support" : "user.support_removed";
    await audit(tx, "shell", { action, target: { type: "user", id: user.id } });
    return { id: user.id };
  });
}
