import type { Db } from "@/lib/db/client";

import type { BlobStore } from "./blob-store";
import { trashUnused } from "./sweep-blobs";

const GRACE_MS = 60 * 60 * 1000;
// Keeps a step well below the engine's timeout.
const STEP = 2_000;

type Forgotten = { forgotten: number; blobs: string[] };

/**
 * One step of forgetting the contents that files lost an hour ago (spec 5.37): the small ones that no file has are
 * deleted, and such blobs go to the trash. Safe beside uploads, readers and itself. Returns whether there are more.
 */
export async function forgetContents(
  { db, blobs }: { db: Db; blobs: BlobStore },
  now: Date,
  amount = STEP,
): Promise<{ more: boolean }> {
  const [row] = await db.$queryRaw<Forgotten[]>`
    SELECT forgotten, blobs FROM contents_forget(${new Date(now.getTime() - GRACE_MS)}, ${amount}::int)`;
  if (row === undefined) throw new Error("the database returned no row");
  const hashes = row.blobs.map((hash) => Buffer.from(hash, "hex"));
  // If this fails, the next listing of the store finds them.
  await trashUnused({ db, blobs }, hashes, now);
  return { more: row.forgotten === amount };
}
