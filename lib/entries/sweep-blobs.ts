import type { Db } from "@/lib/db/client";

import type { Area, BlobStore, ListedBlob } from "./blob-store";

// Longer than any upload may take from its last byte to its commit: so long nobody can tell a leftover from it.
const GRACE_MS = 60 * 60 * 1000;
// One step of the engine ends well before it is given up.
const STEP_LOOKS = 20_000;
const STEP_ACTS = 2_000;
const BATCH = 1_000;
const AT_ONCE = 8;

type Context = { db: Db; blobs: BlobStore };

/**
 * One step of the sweep through an area, in the order of the hashes behind `after` (null: from the start). Of the
 * blobs that no node references it moves those an hour old into the trash, and from there, where `read` still finds
 * them, removes them another hour later; what a node references goes back. Answers how many it moved or removed and
 * where to go on, null at the end. Safe beside uploads, readers and other sweeps (docs/decisions, "The sweep").
 */
export async function sweepBlobs(
  ctx: Context,
  area: Area,
  now: Date,
  after: string | null,
): Promise<{ acted: number; next: string | null }> {
  let looked = 0;
  let acted = 0;
  let next = after;
  do {
    const page = await ctx.blobs.list(area, next);
    for (let from = 0; from < page.blobs.length; from += BATCH)
      acted += await sweepBatch(ctx, area, now, page.blobs.slice(from, from + BATCH));
    looked += page.blobs.length;
    next = page.next;
  } while (next !== null && looked < STEP_LOOKS && acted < STEP_ACTS);
  return { acted, next };
}

/**
 * Moves a blob into the trash that was published for a commit which was then refused, unless a node references it: so it
 * is gone an hour later instead of two. Safe beside uploads of equal content for the same reason as the sweep.
 */
export async function trashUnused({ db, blobs }: Context, hash: Buffer, now: Date): Promise<void> {
  const used = await referenced(db, [hash]);
  if (used.size === 0) await blobs.move(hash, "trash", now);
}

async function sweepBatch({ db, blobs }: Context, area: Area, now: Date, batch: ListedBlob[]) {
  const isOld = ({ since }: ListedBlob) => now.getTime() - since.getTime() >= GRACE_MS;
  const candidates = area === "trash" ? batch : batch.filter(isOld);
  if (candidates.length === 0) return 0;
  const used = await referenced(
    db,
    candidates.map(({ hash }) => hash),
  );
  const acts = candidates.flatMap((blob) => {
    if (used.has(blob.hash.toString("hex")))
      return area === "trash" ? [() => blobs.move(blob.hash, "blobs", now)] : [];
    if (area === "blobs") return [() => blobs.move(blob.hash, "trash", now)];
    return isOld(blob) ? [() => blobs.remove(blob.hash)] : [];
  });
  for (let from = 0; from < acts.length; from += AT_ONCE)
    await Promise.all(acts.slice(from, from + AT_ONCE).map((act) => act()));
  return acts.length;
}

async function referenced(db: Db, blobs: Buffer[]): Promise<Set<string>> {
  const hashes = blobs.map((hash) => hash.toString("hex"));
  const rows = await db.$queryRaw<{ hash: string }[]>`
    SELECT h AS hash FROM unnest(${hashes}::text[]) h
    WHERE EXISTS (SELECT FROM node n WHERE n.blob_hash = decode(h, 'hex'))`;
  return new Set(rows.map(({ hash }) => hash));
}
