import type { Db } from "@/lib/db/client";
import { retryDeadlock } from "@/lib/db/retry-deadlock";

// Deleting a filesystem takes milliseconds; its rows are purged by `purgeDeletedFilesystems`.
const FILESYSTEMS = 100;

/**
 * One step of purging deleted organisations: their filesystems, then what is left of them except the audit log. Safe to
 * run concurrently.
 * @param most filesystems and organisations in one step
 * @returns whether there is more
 */
export async function purgeDeletedOrganisations(
  db: Db,
  most = FILESYSTEMS,
): Promise<{ more: boolean }> {
  for (let left = most; left > 0;) {
    const removed = await removeSome(db, left);
    if (removed === 0) return { more: false };
    left -= removed;
  }
  return { more: true };
}

/** Removes up to so many filesystems of the oldest one, then itself. Returns how many rows it removed; 0: there is none. */
async function removeSome(db: Db, most: number): Promise<number> {
  const organisation = await db.organisation.findFirst({
    where: { deleted_at: { not: null } },
    select: { id: true },
    orderBy: { deleted_at: "asc" },
  });
  if (organisation === null) return 0;
  const { id: org_id } = organisation;
  const filesystem = await db.filesystem.findMany({
    where: { org_id },
    select: { id: true },
    orderBy: { id: "asc" },
    take: most,
  });
  for (const { id } of filesystem)
    await retryDeadlock(() => db.$queryRaw`SELECT filesystem_delete(${id}, ${org_id})`);
  if (filesystem.length === most) return most;
  await db.organisation.deleteMany({ where: { id: org_id, filesystem: { none: {} } } });
  return filesystem.length + 1;
}
