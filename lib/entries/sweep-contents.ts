import type { Db } from "@/lib/db/client";

const GRACE_MS = 60 * 60 * 1000;
// Keeps a step well below the engine's timeout.
const STEP = 20_000;

/** Where a step ended; it has read what comes before. */
export type ContentPosition = { filesystemId: string; hash: string };

type Swept = { read: number; deleted: number; filesystemId: string; hash: string };

/**
 * One step through the small contents after `after` (null: start): deletes those that no file of their filesystem has
 * and that were neither stored nor lost for an hour. Returns how many, and where to continue (null at the end). Safe beside uploads,
 * readers and sweeps.
 */
export async function sweepContents(
  db: Db,
  now: Date,
  after: ContentPosition | null,
  amount = STEP,
): Promise<{ deleted: number; next: ContentPosition | null }> {
  const { filesystemId, hash } = after ?? { filesystemId: "", hash: "" };
  const [swept] = await db.$queryRaw<Swept[]>`
    SELECT s.read, s.deleted, s.last_fs AS "filesystemId", encode(s.last_hash, 'hex') AS hash
    FROM contents_sweep(${new Date(now.getTime() - GRACE_MS)}, ${filesystemId}, decode(${hash}, 'hex'),
      ${amount}::int) s`;
  if (swept === undefined) throw new Error("the database returned no row");
  const { read, deleted, ...next } = swept;
  return { deleted, next: read < amount ? null : next };
}

/** One step of forgetting the contents that files lost an hour ago (spec 5.37). Returns whether there are more. */
export async function forgetContents(db: Db, now: Date, amount = STEP): Promise<{ more: boolean }> {
  const [row] = await db.$queryRaw<{ forgotten: number }[]>`
    SELECT former_contents_prune(${new Date(now.getTime() - GRACE_MS)}, ${amount}::int) AS forgotten`;
  return { more: (row?.forgotten ?? 0) === amount };
}
