import type { Db } from "@/lib/db/client";
import { retryDeadlock } from "@/lib/db/retry-deadlock";

// Deleting a filesystem takes milliseconds; its rows are purged by `purgeDeletedFilesystems`.
const FILESYSTEMS = 100;

/**
 * One step of purging deleted organisations: their filesystems, then what is left of them except the audit log. Safe to
 * run concurrently. Returns whether there is more.
 */
export async function purgeDeletedOrganisations(
  db: Db,
  most = FILESYSTEMS,
): Promise<{ more: boolean }> {
  const organisation = await db.organisation.findFirst({
    where: { deleted_at: { not: null } },
    select: { id: true },
    orderBy: { deleted_at: "asc" },
  });
  if (organisation === null) return { more: false };
  const { id: org_id } = organisation;
  const filesystem = await db.filesystem.findMany({
    where: { org_id },
    select: { id: true },
    orderBy: { id: "asc" },
    take: most,
  });
  for (const { id } of filesystem)
    await retryDeadlock(() => db.$queryRaw`SELECT filesystem_delete(${id}, ${org_id})`);
  if (filesystem.length < most)
    await db.organisation.deleteMany({ where: { id: org_id, filesystem: { none: {} } } });
  return { more: true };
}
