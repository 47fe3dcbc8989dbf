import { audit } from "@/lib/audit/record";
import type { FilesystemContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { seal } from "@/lib/seal";

import { newWebhookSecret, secretContext } from "./secret";

const OVERLAP_HOURS = 24;
// Each replaced secret adds a signature to every message for a day; the header must stay short.
const MAX_ROTATIONS = 4;

/**
 * Replaces the signing secret (spec 7.12). A replaced secret signs for 24 hours more; a waiting
 * message keeps its bytes and is signed again at its next attempt.
 * @returns the new secret, which is never returned again, and when the previous ones expire, newest
 *   first
 * @throws AppError `not_found`; `rate_limited` with `retry_after` seconds at the fifth rotation
 *   within 24 hours
 */
export async function rotateSecret(ctx: FilesystemContext, webhookId: string) {
  if (!isId("wh", webhookId)) throw new AppError("not_found");
  const secret = newWebhookSecret();
  const sealed = seal(ctx.services.keys, secret, secretContext(webhookId));
  const previous = await ctx.services.db.$transaction(async (tx) => {
    const found = await tx.$executeRaw`
      SELECT FROM webhook WHERE id = ${webhookId} AND filesystem_id = ${ctx.filesystemId} FOR NO KEY UPDATE`;
    if (found === 0) throw new AppError("not_found");
    await refuseTooMany(tx, webhookId);
    const replaced = await replace(tx, webhookId, sealed);
    await audit(tx, ctx, {
      action: "webhook.secret_rotated",
      target: { type: "webhook", id: webhookId },
      details: { filesystem_id: ctx.filesystemId },
    });
    return replaced;
  });
  ctx.services.live.announce(ctx.filesystemId, webhookId);
  const ends = previous.map(({ expires_at: at }) => ({ expires_at: at.toISOString() }));
  return { secret, previous_secrets: ends };
}

async function refuseTooMany(tx: Prisma.TransactionClient, webhookId: string): Promise<void> {
  // The first secret was created with the webhook, each further one by a rotation.
  const [limit] = await tx.$queryRaw<{ retry_after: number }[]>`
    SELECT ceil(extract(epoch FROM created_at + make_interval(hours => ${OVERLAP_HOURS}::int) - clock_timestamp()))::int AS retry_after
    FROM webhook_secret
    WHERE webhook_id = ${webhookId} AND number > 1
      AND created_at > clock_timestamp() - make_interval(hours => ${OVERLAP_HOURS}::int)
    ORDER BY number DESC OFFSET ${MAX_ROTATIONS - 1} LIMIT 1`;
  if (limit !== undefined) {
    throw new AppError("rate_limited", { retry_after: Math.max(1, limit.retry_after) });
  }
}

function replace(tx: Prisma.TransactionClient, webhookId: string, sealed: string) {
  // One statement sees one clock: a secret that expires now is neither kept nor listed.
  return tx.$queryRaw<{ expires_at: Date }[]>`
    WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now),
    gone AS (
      DELETE FROM webhook_secret s USING clock WHERE s.webhook_id = ${webhookId} AND s.expires_at <= clock.now),
    replaced AS (
      UPDATE webhook_secret s SET expires_at = clock.now + make_interval(hours => ${OVERLAP_HOURS}::int) FROM clock
      WHERE s.webhook_id = ${webhookId} AND s.expires_at IS NULL RETURNING s.number, s.expires_at),
    made AS (
      INSERT INTO webhook_secret (webhook_id, number, sealed, created_at)
      SELECT ${webhookId}, r.number + 1, ${sealed}, clock.now FROM replaced r, clock)
    SELECT expires_at FROM (
      SELECT number, expires_at FROM replaced UNION ALL
      SELECT s.number, s.expires_at FROM webhook_secret s, clock
      WHERE s.webhook_id = ${webhookId} AND s.expires_at > clock.now) previous
    ORDER BY number DESC`;
}
