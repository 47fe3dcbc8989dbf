import type { MountActor } from "@/lib/auth/actor";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import { LIFETIME } from "./policy";

/**
 * Extends a mount's own credential by an hour, at most to the end of its session (spec 4.25). Not audited,
 * since it grants no new access.
 * @throws AppError `not_found` for any other session; `session_not_active` if it has ended
 */
export async function renewMountSession(ctx: Context & { actor: MountActor }, sessionId: string) {
  if (sessionId !== ctx.actor.id) throw new AppError("not_found");
  const [row] = await ctx.services.db.$queryRaw<
    { credential_expires_at: Date; expires_at: Date }[]
  >`
    UPDATE mount_session m
    SET credential_expires_at = least(clock_timestamp() + ${LIFETIME.credential}::interval, m.expires_at)
    WHERE m.id = ${sessionId} AND m.exchanged_at IS NOT NULL AND m.stopped_at IS NULL AND m.ends_at > clock_timestamp()
    RETURNING m.credential_expires_at, m.expires_at`;
  if (row === undefined) throw new AppError("session_not_active");
  return {
    session_id: sessionId,
    credential_expires_at: row.credential_expires_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
