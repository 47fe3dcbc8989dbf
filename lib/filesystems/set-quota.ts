import { audit } from "@/lib/audit/record";
import type { Db } from "@/lib/db/client";

type Quota = { bytes?: bigint | null; entries?: bigint | null };

const number = (n: bigint | null) => (n === null ? null : Number(n));

/**
 * Sets a filesystem's quotas, from the shell (spec 4.17); null is unlimited, undefined keeps the current one.
 * Stored data above a quota stays. Returns null for an unknown filesystem.
 */
export async function setQuota(db: Db, id: string, { bytes, entries }: Quota) {
  return db.$transaction(async (tx) => {
    const [row] = await tx.filesystem.updateManyAndReturn({
      where: { id },
      data: {
        ...(bytes === undefined ? {} : { byte_quota: bytes }),
        ...(entries === undefined ? {} : { entry_quota: entries }),
      },
    });
    if (row === undefined) return null;
    const quotas = { byte_quota: number(row.byte_quota), entry_quota: number(row.entry_quota) };
    await audit(tx, "shell", {
      action: "filesystem.quota_set",
      target: { type: "filesystem", id },
      details: quotas,
      orgId: row.org_id,
    });
    return { id, ...quotas };
  });
}
