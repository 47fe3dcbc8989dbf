import { audit } from "@/lib/audit/record";
import { actorName } from "@/lib/auth/actor";
import type { Context } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/**
 * Ends a mount session (spec 4.23). Its next request is refused, its streams end within 5 s, and its running
 * uploads do not commit. No effect on an ended session.
 * @throws AppError `not_found` outside the caller's organisations; `second_factor_required`; `forbidden` except for
 *   creator, owner, admin
 */
export async function revokeMountSession(ctx: Context, sessionId: string): Promise<void> {
  if (!isId("ms", sessionId)) throw new AppError("not_found");
  await ctx.services.db.$transaction(async (tx) => {
    const { org_id: orgId, filesystem_id } = await findRevocable(tx, ctx, sessionId);
    const ended = await tx.$executeRaw`
      UPDATE mount_session m SET stopped_at = clock_timestamp(), stopped_reason = 'revoked'
      WHERE m.id = ${sessionId} AND m.stopped_at IS NULL AND m.ends_at > clock_timestamp()`;
    if (ended === 0) return;
    const target = { type: "mount_session", id: sessionId };
    const details = { filesystem_id };
    await audit(tx, ctx, { action: "mount_session.revoked", target, details, orgId });
  });
}

type Found = {
  org_id: string;
  filesystem_id: string;
  created_by: string;
  role: string | null;
  lacks_factor: boolean;
};

/** The organisation and filesystem of a session the caller may end. */
async function findRevocable(
  tx: Prisma.TransactionClient,
  { actor }: Context,
  sessionId: string,
): Promise<Found> {
  const userId = actor.type === "user" ? actor.id : null;
  const keyOrg = actor.type === "key" ? actor.orgId : null;
  const [row] = await tx.$queryRaw<Found[]>`
    SELECT m.org_id, m.filesystem_id, m.created_by, p.role, p.role IS NOT NULL AND member_lacks_factor(${userId}, m.org_id) AS lacks_factor
    FROM mount_session m
    LEFT JOIN member p ON p.org_id = m.org_id AND p.user_id = ${userId}
    WHERE m.id = ${sessionId} AND (p.role IS NOT NULL OR m.org_id = ${keyOrg})`;
  if (row === undefined) throw new AppError("not_found");
  if (row.lacks_factor) throw new AppError("second_factor_required");
  const rules = row.role === "owner" || row.role === "admin";
  if (!rules && row.created_by !== actorName(actor)) throw new AppError("forbidden");
  return row;
}
