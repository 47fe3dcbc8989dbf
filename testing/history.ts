import type { Db } from "@/lib/db/client";

/** Makes all of a filesystem's history two hours older. */
export async function ageHistory(db: Db, filesystemId: string): Promise<void> {
  await db.$executeRaw`UPDATE change SET at = at - interval '2 h' WHERE filesystem_id = ${filesystemId}`;
  await db.$executeRaw`UPDATE filesystem SET history_since = history_since - interval '2 h' WHERE id = ${filesystemId}`;
}
