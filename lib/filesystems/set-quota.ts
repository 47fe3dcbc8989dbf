import type { Db } from "@/lib/db/client";

type Quota = { bytes?: bigint | null; entries?: bigint | null };

const number = (n: bigint | null) => (n === null ? null : Number(n));

/**
 * Sets what a filesystem may hold; null is unlimited, an absent one stays (contract, section 4: by shell only).
 * What is stored already stays, also above the quota. Null: there is no such filesystem.
 */
export async function setQuota(db: Db, id: string, { bytes, entries }: Quota) {
  const [row] = await db.filesystem.updateManyAndReturn({
    where: { id },
    data: {
      ...(bytes === undefined ? {} : { byte_quota: bytes }),
      ...(entries === undefined ? {} : { entry_quota: entries }),
    },
  });
  if (row === undefined) return null;
  return { id, byte_quota: number(row.byte_quota), entry_quota: number(row.entry_quota) };
}
