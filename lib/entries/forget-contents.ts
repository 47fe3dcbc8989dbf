import type { Db } from "@/lib/db/client";

import type { BlobStore } from "./blob-store";
import { trashUnused } from "./sweep-blobs";

const GRACE_MS = 60 * 60 * 1000;
// Keep a step well below the engine's timeout.
const STEP_ROWS = 20_000;
const STEP_BLOBS = 5_000;
// A statement of some 100 ms.
const BATCH = 2_000;

type Context = { db: Db; blobs: BlobStore };
type Forgotten = { forgotten: number; blobs: string[] };

/**
 * One step of forgetting the contents that files lost an hour ago (spec 5.37): the small ones that no file has are
 * deleted, and such blobs go to the trash. Safe beside uploads, readers and itself. Returns whether there are more.
 */
export async function forgetContents(
  ctx: Context,
  now: Date,
  batch = BATCH,
): Promise<{ more: boolean }> {
  let rows = 0;
  let blobs = 0;
  while (rows < STEP_ROWS && blobs < STEP_BLOBS) {
    const { forgotten, blobs: lost } = await forgetSome(ctx.db, now, batch);
    const hashes = lost.map((hash) => Buffer.from(hash, "hex"));
    // If this fails, the next listing of the store finds them.
    await trashUnused(ctx, hashes, now);
    rows += forgotten;
    blobs += hashes.length;
    if (forgotten < batch) return { more: false };
  }
  return { more: true };
}

async function forgetSome(db: Db, now: Date, batch: number): Promise<Forgotten> {
  const [row] = await db.$queryRaw<Forgotten[]>`
    SELECT forgotten, blobs FROM contents_forget(${new Date(now.getTime() - GRACE_MS)}, ${batch}::int)`;
  if (row === undefined) throw new Error("the database returned no row");
  return row;
}
