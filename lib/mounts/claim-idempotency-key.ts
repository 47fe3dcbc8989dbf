import { createHash } from "node:crypto";

import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

import { LIFETIME } from "./policy";

type Body = { filesystem_id: string; mode: string; idempotency_key?: string | undefined };

/**
 * Claims a caller's idempotency key for a session that this transaction creates (spec 4.21). If the
 * transaction fails, the key is not claimed and the request can be retried.
 * @returns the id of the session that already has the key; null to create one (also without a key)
 * @throws AppError `idempotency_conflict` if the key came with another body or its request is in progress
 */
export async function claimIdempotencyKey(
  tx: Prisma.TransactionClient,
  caller: string,
  { idempotency_key: key, filesystem_id, mode }: Body,
  sessionId: string,
): Promise<string | null> {
  if (key === undefined) return null;
  // Not of the raw bytes: a retry may order or space its JSON differently.
  const hash = createHash("sha256")
    .update(JSON.stringify([filesystem_id, mode]))
    .digest();
  const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`mount_session ${caller} ${key}`}, 0)) AS taken`;
  if (lock?.taken !== true) throw new AppError("idempotency_conflict");
  const [standing] = await tx.$queryRaw<{ session_id: string; same: boolean }[]>`
    SELECT k.session_id, k.body_hash = ${hash} AS same FROM idempotency_key k
    WHERE k.caller = ${caller} AND k.key = ${key} AND k.created_at > clock_timestamp() - ${LIFETIME.idempotencyKey}::interval`;
  if (standing !== undefined) {
    if (!standing.same) throw new AppError("idempotency_conflict");
    return standing.session_id;
  }
  await tx.$executeRaw`
    INSERT INTO idempotency_key (caller, key, body_hash, session_id) VALUES (${caller}, ${key}, ${hash}, ${sessionId})
    ON CONFLICT (caller, key) DO UPDATE
      SET body_hash = excluded.body_hash, session_id = excluded.session_id, created_at = excluded.created_at`;
  return null;
}
