import type { Db } from "@/lib/db/client";

type Keep = { ms: number; rows: number; step: number };

/**
 * Deletes changes older than an hour and beyond 100,000 per filesystem (spec 6.3, 6.10), in steps
 * small enough that no writer waits.
 * @returns how many rows were deleted
 */
export async function pruneChanges(db: Db, keep: Keep): Promise<number> {
  const filesystems = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM filesystem WHERE history_since < statement_timestamp() - milliseconds(${keep.ms})`;
  let total = 0;
  for (const { id } of filesystems) {
    for (let n = keep.step; n >= keep.step; total += n) {
      const [row] = await db.$queryRaw<{ n: number }[]>`
        SELECT changes_prune(${id}, milliseconds(${keep.ms}), ${keep.rows}::int, ${keep.step}::int) AS n`;
      n = row?.n ?? 0;
    }
  }
  return total;
}
