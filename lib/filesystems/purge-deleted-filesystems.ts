import { type Db, Prisma } from "@/lib/db/client";

type Sizes = { rows: number; batch: number };

// A batch is some 20 ms, so that it never crowds out requests; a step of the engine ends well before it is given up.
const STEP: Sizes = { rows: 100_000, batch: 2_000 };

/**
 * One step of removing what deleted filesystems left: entries and changes, which nobody can reach any more, so that
 * nobody waits for it. Their contents follow by `sweepBlobs`. Safe beside other sweeps.
 * @returns how many rows went, and whether more are left for another step
 */
export async function sweepRemains(
  db: Db,
  { rows: most, batch }: Sizes = STEP,
): Promise<{ rows: number; more: boolean }> {
  let rows = 0;
  while (rows < most) {
    const first = await db.filesystem_remains.findFirst({ orderBy: { deleted_at: "asc" } });
    if (first === null) return { rows, more: false };
    const { filesystem_id: id } = first;
    const gone = await removeSome(db, id, batch);
    if (gone === 0) await db.filesystem_remains.deleteMany({ where: { filesystem_id: id } });
    rows += gone;
  }
  return { rows, more: true };
}

// In the order of the primary keys, so that a batch finds its rows by the index whatever else the tables hold.
const KEYS = { change: "cursor", dirent: "parent_id, name", node: "id" };

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
