import { type Auditor, auditAll } from "@/lib/audit/record";
import type { Prisma } from "@/lib/db/client";

type Input = {
  personId: string;
  /** The id of the one console session that goes on; null: none does. */
  keptSession: string | null;
  loginReason: "revoked" | "password_reset";
};

/**
 * Ends what acts as a person, in the transaction that replaces their password: console sessions, command-line logins
 * with the devices that wait for one, mount sessions that they created, and links for a password reset. API keys stay:
 * they belong to organisations. Replace the password first, because that holds the row on which new ones wait.
 */
export async function endAccess(
  tx: Prisma.TransactionClient,
  who: Auditor,
  { personId, keptSession, loginReason }: Input,
): Promise<void> {
  const alive = { person_id: personId, ended_at: null };
  const ended_at = new Date();
  // First, and it waits for a poll under way: a device that was approved would become a login after all.
  await tx.device_authorization.deleteMany({ where: { person_id: personId, status: "approved" } });
  const kept = keptSession === null ? {} : { id: { not: keptSession } };
  await tx.session.updateMany({ where: { ...alive, ...kept }, data: { ended_at } });
  await tx.login.updateMany({ where: alive, data: { ended_at, ended_reason: loginReason } });
  await tx.password_reset.deleteMany({ where: { person_id: personId } });
  // After sessions and logins: one that creates a mount is held until the mount can be seen here.
  await endMounts(tx, who, personId);
}

// There can be thousands, so that each organisation's log gets one entry for all of them.
async function endMounts(
  tx: Prisma.TransactionClient,
  who: Auditor,
  personId: string,
): Promise<void> {
  const organisations = await tx.$queryRaw<{ org_id: string }[]>`
    WITH live AS (
      SELECT id FROM mount_session WHERE created_by = ${`user:${personId}`} AND ends_at > clock_timestamp()
      ORDER BY id FOR UPDATE
    ), ended AS (
      UPDATE mount_session m SET stopped_at = clock_timestamp(), stopped_reason = 'revoked'
      FROM live WHERE m.id = live.id AND m.ends_at > clock_timestamp() RETURNING m.org_id
    )
    SELECT DISTINCT org_id FROM ended`;
  const events = organisations.map(({ org_id: orgId }) => ({
    action: "mount_session.all_revoked" as const,
    target: { type: "person", id: personId },
    orgId,
  }));
  await auditAll(tx, who, events);
}
