import { audit } from "@/lib/audit/record";
import { whatChanged } from "@/lib/audit/what-changed";
import type { Db } from "@/lib/db/client";

type Quota = { bytes?: bigint | null; entries?: bigint | null };
type Row = { byte_quota: number | null; entry_quota: number | null };

const number = (n: bigint | null) => (n === null ? null : Number(n));

/**
 * Sets a filesystem's quotas, from the shell (spec 4.17); null is unlimited, undefined keeps the current one.
 * Stored data above a quota stays. Returns null for an unknown filesystem, or one of a
 * deleted organisation.
 */
export async function setQuota(db: Db, id: string, { bytes, entries }: Quota) {
  return db.$transaction(async (tx) => {
    const [before] = await tx.$queryRaw<Row[]>`
      SELECT f.byte_quota::float8, f.entry_quota::float8
      FROM filesystem f JOIN organisation o ON o.id = f.org_id AND o.deleted_at IS NULL
      WHERE f.id = ${id} FOR NO KEY UPDATE OF f`;
    if (before === undefined) return null;
    const [row] = await tx.filesystem.updateManyAndReturn({
      where: { id },
      data: {
        ...(bytes === undefined ? {} : { byte_quota: bytes }),
        ...(entries === undefined ? {} : { entry_quota: entries }),
      },
    });
    if (row === undefined) return null;
    const quotas = { byte_quota: number(row.byte_quota), entry_quota: number(row.entry_quota) };
    const details = whatChanged(before, quotas);
    if (details !== null)
      await audit(tx, "shell", {
        action: "filesystem.quota_set",
        target: { type: "filesystem", id },
        details,
        orgId: row.org_id,
      });
    return { id, ...quotas };
  });
}
