import { audit } from "@/lib/audit/record";
import { actorName, type Mode, presentedBy } from "@/lib/auth/actor";
import type { Context } from "@/lib/auth/context";
import { requireScope } from "@/lib/auth/scopes";
import { hashToken, newToken } from "@/lib/auth/token";
import { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";

import { claimIdempotencyKey } from "./claim-idempotency-key";
import { LIFETIME } from "./policy";
import { presentMountSession, selectMountSessions } from "./read-mount-sessions";

type Input = { filesystem_id: string; mode: Mode; idempotency_key?: string | undefined };

/**
 * Creates a mount session (spec 4.20), or returns the one created with the same idempotency key. The caller's
 * access is locked until the session exists, so that revoking it also ends the session.
 * @returns the session with its ticket, which is not shown again; null for an existing session
 * @throws AppError `not_found`, `no_grant`, `forbidden` for a viewer who would write, `insufficient_scope`, `idempotency_conflict`
 */
export async function createMountSession(ctx: Context, input: Input) {
  // Reading is what every mount does; the operation requires it.
  if (input.mode === "rw") requireScope(ctx.actor, "files:write");
  const id = newId("ms");
  const ticket = newToken("tmktk_");
  const session = await ctx.services.db.$transaction(async (tx) => {
    const orgId = await holdAccess(tx, ctx, input);
    const standing = await claimIdempotencyKey(tx, actorName(ctx.actor), input, id);
    if (standing === null) {
      await insert(tx, ctx, { id, orgId, ticket, ...input });
      const target = { type: "mount_session", id };
      const details = { filesystem_id: input.filesystem_id, mode: input.mode };
      await audit(tx, ctx, { action: "mount_session.created", target, details, orgId });
    }
    const [row] = await selectMountSessions(tx, Prisma.sql`m.id = ${standing ?? id}`);
    if (row === undefined) throw new AppError("not_found");
    return row;
  });
  return {
    ...presentMountSession(session),
    ticket: session.id === id ? ticket : null,
  };
}

type Found = { org_id: string; inside: boolean; refusal: Refusal };
type Refusal = "no_grant" | "forbidden" | "second_factor_required";

// Same lock order as deletion: the filesystem first, so that it exists until the session refers to it.
async function holdAccess(
  tx: Prisma.TransactionClient,
  { actor }: Context,
  { filesystem_id: fsId, mode }: Input,
): Promise<string> {
  const credential = presentedBy(actor);
  const [found] = await tx.$queryRaw<Found[]>`
    SELECT f.org_id, r.inside,
      CASE WHEN ${actor.type !== "user"} THEN 'no_grant'
        WHEN member_lacks_factor(${actor.id}, f.org_id) THEN 'second_factor_required' ELSE 'forbidden' END AS refusal
    FROM filesystem f CROSS JOIN LATERAL credential_reach(${credential}, f.org_id, f.id) r
    WHERE f.id = ${fsId} FOR KEY SHARE OF f`;
  if (found === undefined || !found.inside) throw new AppError("not_found");
  const [held] = await tx.$queryRaw<{ mode: Mode | null }[]>`
    SELECT credential_hold(${credential}, ${found.org_id}, ${fsId}) AS mode`;
  if (held?.mode !== "rw" && held?.mode !== mode) throw new AppError(found.refusal);
  return found.org_id;
}

async function insert(
  tx: Prisma.TransactionClient,
  { actor }: Context,
  session: Input & { id: string; orgId: string; ticket: string },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO mount_session (id, org_id, filesystem_id, mode, created_by, made_with, created_at, expires_at, ticket_hash, ticket_expires_at)
    SELECT ${session.id}, ${session.orgId}, ${session.filesystem_id}, ${session.mode}, ${actorName(actor)},
      ${actor.type === "user" ? actor.credential : null}, clock.now, end_at, ${hashToken(session.ticket)}, least(clock.now + ${LIFETIME.ticket}::interval, end_at)
    FROM (SELECT clock_timestamp() AS now) clock,
      LATERAL (SELECT least(clock.now + ${LIFETIME.session}::interval,
        (SELECT k.expires_at FROM api_key k WHERE k.id = ${actor.id})) AS end_at) s`;
}
