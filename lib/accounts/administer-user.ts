import { audit } from "@/lib/audit/record";
import type { Db, Prisma } from "@/lib/db/client";
import { voidInvitations } from "@/lib/organisations/void-invitations";

import { endAccess } from "./end-access";

/**
 * Disables a user, from the shell (spec 3.18): every session, login and mount ends, their webhooks are disabled, their
 * invitations are void, and they cannot sign in. Returns null for an unknown address.
 */
export async function disableUser(db: Db, email: string) {
  return administer(db, email, "user.disabled", async (tx, id) => {
    await tx.user.update({ where: { id }, data: { disabled_at: new Date() } });
    await endAll(tx, id);
    const member = await tx.member.findMany({ where: { user_id: id } });
    for (const { org_id } of member) {
      await tx.$executeRaw`SELECT access_ended(${`user:${id}`}, ${org_id}, NULL, false)`;
      await voidInvitations(tx, { orgId: org_id, userId: id, role: null });
    }
  });
}

/** Lets a disabled user sign in again; their webhooks stay disabled and are created again. Null: unknown address. */
export async function enableUser(db: Db, email: string) {
  return administer(db, email, "user.enabled", (tx, id) =>
    tx.user.update({ where: { id }, data: { disabled_at: null } }),
  );
}

/** Ends every session, login and mount of a user, from the shell. Null: unknown address. */
export async function endSessions(db: Db, email: string) {
  return administer(db, email, "user.sessions_ended", endAll);
}

/** Gives or takes the support role, from the shell; it counts with the next request. Null: unknown address. */
export async function setSupport(db: Db, email: string, isSupport: boolean) {
  const action = isSupport ? "user.made_support" : "user.support_removed";
  return administer(db, email, action, (tx, id) =>
    tx.user.update({ where: { id }, data: { staff_role: isSupport ? "support" : null } }),
  );
}

type Change = (tx: Prisma.TransactionClient, userId: string) => Promise<unknown>;

// New sessions wait for the row.
async function administer(db: Db, email: string, action: `user.${string}`, change: Change) {
  return db.$transaction(async (tx) => {
    const [user] = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM app_user WHERE email = ${email} FOR NO KEY UPDATE`;
    if (user === undefined) return null;
    await change(tx, user.id);
    await audit(tx, "shell", { action, target: { type: "user", id: user.id } });
    return user;
  });
}

const endAll: Change = (tx, userId) =>
  endAccess(tx, "shell", { userId, keptSession: null, loginReason: "revoked" });
