import { isId } from "@/lib/contract/common";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/** A key as it is until its holder changes it; `now` is the database's time. */
export type HeldKey = { hash: Uint8Array; name: string; expires_at: Date | null; now: Date };

/**
 * Holds a key against everything that reads it to act with it, which then sees what the holder changed.
 * @throws AppError `not_found` for a key that was revoked or has expired
 */
export async function holdKey(
  tx: Prisma.TransactionClient,
  orgId: string,
  id: string,
): Promise<HeldKey> {
  if (!isId("key", id)) throw new AppError("not_found");
  const [held] = await tx.$queryRaw<HeldKey[]>`
    SELECT hash, name, expires_at, clock_timestamp() AS now FROM api_key
    WHERE id = ${id} AND org_id = ${orgId} AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > clock_timestamp())
    FOR NO KEY UPDATE`;
  if (held === undefined) throw new AppError("not_found");
  return held;
}

/** Moves the ends of what the key created: webhooks end with their key, and mounts not after it. */
export async function moveEnds(
  tx: Prisma.TransactionClient,
  id: string,
  at: Date | null,
): Promise<void> {
  const creator = `key:${id}`;
  await tx.$executeRaw`
    UPDATE webhook SET access_expires_at = ${at} WHERE id = ANY (ARRAY(
      SELECT w.id FROM webhook w WHERE w.created_by = ${creator} ORDER BY w.id FOR NO KEY UPDATE))`;
  await tx.$executeRaw`
    UPDATE mount_session SET expires_at = least(expires_at, ${at}) WHERE id = ANY (ARRAY(
      SELECT m.id FROM mount_session m WHERE m.created_by = ${creator} AND m.ends_at > clock_timestamp()
      ORDER BY m.id FOR NO KEY UPDATE))`;
}
