import type { Db } from "@/lib/db/client";
import { log } from "@/lib/log";

import type { BlobStore } from "./blob-store";

type Context = { db: Db; blobs: BlobStore };

/**
 * Whether contents of the store may be deleted by what this database knows. The first database that asks takes a store
 * without an owner; beside the one that it was restored from, another one must not delete what that stored since.
 */
export async function ownsStore({ db, blobs }: Context): Promise<boolean> {
  const [row] = await db.$queryRaw<{ owner: string }[]>`SELECT owner::text FROM blob_store`;
  const owner = await blobs.owner();
  if (row !== undefined && owner === null) await blobs.own(row.owner);
  if (row !== undefined && (owner ?? row.owner) === row.owner) return true;
  log.warn(
    "no contents are deleted: the store is another database's; if this one replaces it, run `admin after-restore --take-store`",
  );
  return false;
}

/** Gives the database a new id, which no store knows: it owns none. */
export async function leaveStore(db: Db): Promise<void> {
  await db.$executeRaw`UPDATE blob_store SET owner = gen_random_uuid()`;
}

/** Makes the store this database's. */
export async function takeStore({ db, blobs }: Context): Promise<void> {
  const [row] = await db.$queryRaw<{ owner: string }[]>`SELECT owner::text FROM blob_store`;
  if (row !== undefined) await blobs.own(row.owner);
}
