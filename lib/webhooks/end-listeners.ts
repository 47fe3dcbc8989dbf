import type { Prisma } from "@/lib/db/client";
import type { Uses } from "@/lib/services";

import { removeWebhook } from "./delete-webhook";

// A minute, and as long as a stream whose process was killed may have been open unseen.
const KEEP_MS = 62_000;
const STEP = 100;

type Tx = Prisma.TransactionClient;
type Ended = { id: string; filesystem_id: string; org_id: string };

/**
 * Deletes the listeners whose stream ended more than a minute ago (spec 7.39), in all processes together. One whose
 * filesystem is locked is left to the next call.
 * @returns the ids of those it deleted
 */
export async function endListeners({ db }: Uses<"db">): Promise<string[]> {
  const ended = await db.$queryRaw<Ended[]>`
    SELECT w.id, w.filesystem_id, f.org_id FROM listener l JOIN webhook w ON w.id = l.webhook_id
    JOIN filesystem f ON f.id = w.filesystem_id
    WHERE l.seen_at < clock_timestamp() - milliseconds(${KEEP_MS}) LIMIT ${STEP}`;
  const deleted = [];
  for (const one of ended) {
    if (await db.$transaction((tx) => endListener(tx, one))) deleted.push(one.id);
  }
  return deleted;
}

/** Locks as a stream that opens does, the filesystem first, and looks again: it may have come meanwhile. */
async function endListener(tx: Tx, { id, filesystem_id, org_id }: Ended): Promise<boolean> {
  const locked = await tx.$queryRaw<object[]>`
    SELECT id FROM filesystem WHERE id = ${filesystem_id} FOR NO KEY UPDATE SKIP LOCKED`;
  if (locked.length === 0) return false;
  await tx.$queryRaw`SELECT FROM webhook WHERE id = ${id} FOR UPDATE`;
  const still = await tx.$queryRaw<object[]>`
    SELECT webhook_id FROM listener WHERE webhook_id = ${id} AND seen_at < clock_timestamp() - milliseconds(${KEEP_MS}) FOR UPDATE`;
  if (still.length === 0) return false;
  return removeWebhook(tx, "service", { id, filesystemId: filesystem_id, orgId: org_id });
}
