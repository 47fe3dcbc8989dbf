import { type Auditor, auditAll } from "@/lib/audit/record";
import { Prisma } from "@/lib/db/client";

type Input = {
  userId: string;
  /** The session or login that made them; null for all mounts of the user. */
  madeWith: { type: "session" | "login"; id: string } | null;
};

const ACTIONS = {
  login: "mount_session.revoked_with_login",
  session: "mount_session.revoked_with_session",
} as const;

/**
 * Ends mount sessions of a user in the transaction that ends what made them, as `revokeMountSession` ends one (spec
 * 3.15). There can be thousands, so each organisation's log gets one entry for all.
 */
export async function endMounts(
  tx: Prisma.TransactionClient,
  who: Auditor,
  { userId, madeWith }: Input,
): Promise<void> {
  const made = madeWith === null ? Prisma.empty : Prisma.sql`AND made_with = ${madeWith.id}`;
  const organisations = await tx.$queryRaw<{ org_id: string }[]>`
    WITH live AS (
      SELECT id FROM mount_session WHERE created_by = ${`user:${userId}`} AND ends_at > clock_timestamp() ${made}
      ORDER BY id FOR UPDATE
    ), ended AS (
      UPDATE mount_session m SET stopped_at = clock_timestamp(), stopped_reason = 'revoked'
      FROM live WHERE m.id = live.id AND m.ends_at > clock_timestamp() RETURNING m.org_id
    )
    SELECT DISTINCT org_id FROM ended`;
  const event =
    madeWith === null
      ? { action: "mount_session.all_revoked" as const, target: { type: "user", id: userId } }
      : { action: ACTIONS[madeWith.type], target: madeWith };
  await auditAll(
    tx,
    who,
    organisations.map(({ org_id: orgId }) => ({ ...event, orgId })),
  );
}
