import { audit } from "@/lib/audit/record";
import { whatChanged } from "@/lib/audit/what-changed";
import type { Db } from "@/lib/db/client";

type Quota = { bytes?: bigint | null; entries?: bigint | null };
type Row = { byte_quota: number | null; entry_quota: number | null };

const number = (n: bigint | null) => (n === null ? null : Number(n));

/**
 * Sets a filesystem's quotas, from the shell (spec 4.17); null is unlimited, undefined keeps the current one.
 * Stored data above a quota stays. Returns null for an unknown filesystem.
 */
export async function setQuota(db: Db, id: string, { bytes, entries }: Quota) {
  return db.$transaction(async (tx) => {
    const [before] = await tx.$queryRaw<Row[]>`
      SELECT byte_quota::float8, entry_quota::float8 FROM filesystem WHERE id = ${id} FOR NO KEY UPDATE`;
    const [row] = await tx.filesystem.updateManyAndReturn({
      where: { id },
      data: {
        ...(bytes === undefined ? {} : { byte_quota: bytes }),
        ...(entries === undefined ? {} : { entry_quota: entries }),
      },
    });
    if (before === undefined || row === undefined) return null;
    const quotas = { byte_quota: number(row.byte_quota), entry_quota: number(row.entry_quota) };
    await audit(tx, "shell", {
      action: "filesystem.quota_set",
      target: { type: "filesystem", id },
      details: whatChanged(before, quotas),
      orgId: row.org_id,
    });
    return { id, ...quotas };
  });
}
