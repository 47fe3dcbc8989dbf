import { type Db, Prisma } from "@/lib/db/client";

type Sizes = { rows: number; batch: number };

// A batch takes about 20 ms, so requests run in between; a step ends well before the engine's timeout.
const STEP: Sizes = { rows: 100_000, batch: 2_000 };

/**
 * One step of purging the entries, small contents and changes of deleted filesystems. The sweep removes their blobs
 * later. Safe to run concurrently.
 * @returns the number of deleted rows, and whether there are more
 */
export async function purgeDeletedFilesystems(
  db: Db,
  { rows: most, batch }: Sizes = STEP,
): Promise<{ rows: number; more: boolean }> {
  let rows = 0;
  while (rows < most) {
    const first = await db.deleted_filesystem.findFirst({ orderBy: { deleted_at: "asc" } });
    if (first === null) return { rows, more: false };
    const { filesystem_id: id } = first;
    const gone = await removeSome(db, id, batch);
    if (gone === 0) await db.deleted_filesystem.deleteMany({ where: { filesystem_id: id } });
    rows += gone;
  }
  return { rows, more: true };
}

// In primary key order, so that a batch always uses the index.
const KEYS = {
  change: "cursor",
  dirent: "parent_id, name",
  node: "id",
  trash_item: "id",
  content: "hash",
  former_content: "hash",
};

async function removeSome(db: Db, id: string, batch: number): Promise<number> {
  let gone = 0;
  for (const [name, key] of Object.entries(KEYS)) {
    const table = Prisma.raw(name);
    gone += await db.$executeRaw`
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE filesystem_id = ${id} ORDER BY ${Prisma.raw(key)} LIMIT ${batch}))`;
  }
  return gone;
}
