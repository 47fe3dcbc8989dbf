import type { Db } from "@/lib/db/client";

import type { Area, BlobStore, ListedBlob } from "./blob-store";
import { ownsStore } from "./store-owner";

// Longer than any upload takes from its last byte to its commit, so older unreferenced blobs are orphans.
const GRACE_MS = 60 * 60 * 1000;
// Keeps a step well below the engine's timeout.
const STEP_LOOKS = 20_000;
const STEP_ACTS = 2_000;
const BATCH = 1_000;
const AT_ONCE = 8;

type Context = { db: Db; blobs: BlobStore };

/**
 * One step through an area, ordered by hash after `after` (null: start). Unreferenced blobs older than an hour
 * go to the trash, where `read` still finds them, and an hour later are deleted or, if referenced by then, go back.
 * Returns how many changed and where to continue (null at the end). Safe beside uploads, readers and sweeps. Does nothing
 * in a store of another database.
 */
export async function sweepBlobs(
  ctx: Context,
  area: Area,
  now: Date,
  after: string | null,
): Promise<{ acted: number; next: string | null }> {
  if (!(await ownsStore(ctx))) return { acted: 0, next: null };
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
 * Trashes the blobs that no node references, as of an upload that was refused or of a file that lost its content. Safe
 * beside uploads of the same content, like the sweep, and like that does nothing in a store of another database.
 */
export async function trashUnused(
  ctx: Context,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  if (hashes.length === 0 || !(await ownsStore(ctx))) return;
  const { db, blobs } = ctx;
  const used = await referenced(db, hashes);
  const unused = hashes.filter((hash) => !used.has(hash.toString("hex")));
  for (let from = 0; from < unused.length; from += AT_ONCE) {
    const some = unused.slice(from, from + AT_ONCE);
    await Promise.all(some.map((hash) => blobs.trash(hash, now)));
  }
}

async function sweepBatch({ db, blobs }: Context, area: Area, now: Date, batch: ListedBlob[]) {
  // In the trash too: what has just come there is perhaps still being moved.
  const isOld = ({ since }: ListedBlob) => now.getTime() - since.getTime() >= GRACE_MS;
  const candidates = batch.filter(isOld);
  if (candidates.length === 0) return 0;
  const used = await referenced(
    db,
    candidates.map(({ hash }) => hash),
  );
  const acts = candidates.flatMap((blob) => {
    if (used.has(blob.hash.toString("hex")))
      return area === "trash" ? [() => blobs.restore(blob)] : [];
    return [() => (area === "blobs" ? blobs.trash(blob.hash, now) : blobs.remove(blob))];
  });
  for (let from = 0; from < acts.length; from += AT_ONCE)
    await Promise.all(acts.slice(from, from + AT_ONCE).map((act) => act()));
  return acts.length;
}

async function referenced(db: Db, blobs: readonly Buffer[]): Promise<Set<string>> {
  const hashes = blobs.map((hash) => hash.toString("hex"));
  const rows = await db.$queryRaw<{ hash: string }[]>`
    SELECT h AS hash FROM unnest(${hashes}::text[]) h
    WHERE EXISTS (SELECT FROM node n WHERE n.blob_hash = decode(h, 'hex'))`;
  return new Set(rows.map(({ hash }) => hash));
}
