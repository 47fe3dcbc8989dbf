import { audit } from "@/lib/audit/record";
import type { Db } from "@/lib/db/client";

type Quota = { bytes?: bigint | null; entries?: bigint | null };
type Row = { byte_quota: number | null; entry_quota: number | null };

// A copy of a large tree may hold a filesystem for seconds, and this waits for it.
const PATIENCE_MS = 30_000;

/**
 * Sets what all filesystems of an organisation may hold together; null is unlimited, an absent one stays. By shell only.
 * What is stored already stays, also above the quota. Null: there is no such organisation.
 */
export async function setOrganisationQuota(db: Db, id: string, { bytes, entries }: Quota) {
  return db.$transaction(
    async (tx) => {
      const [row] = await tx.$queryRaw<Row[]>`
        SELECT byte_quota::float8, entry_quota::float8 FROM organisation_set_quota(${id},
          ${bytes !== undefined}, ${bytes ?? null}::bigint, ${entries !== undefined}, ${entries ?? null}::bigint)`;
      if (row === undefined) return null;
      const target = { type: "organisation", id };
      await audit(tx, "shell", { action: "organisation.quota_set", target, orgId: id });
      return { id, ...row };
    },
    { timeout: PATIENCE_MS },
  );
}
