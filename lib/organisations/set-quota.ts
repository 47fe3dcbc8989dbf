import { audit } from "@/lib/audit/record";
import { whatChanged } from "@/lib/audit/what-changed";
import type { Db } from "@/lib/db/client";

type Quota = { bytes?: bigint | null; entries?: bigint | null };
type Row = { byte_quota: number | null; entry_quota: number | null };

// A large copy may lock a filesystem for seconds, and this waits for it.
const TIMEOUT_MS = 30_000;

/**
 * Sets an organisation's quotas across its filesystems, from the shell; null is unlimited, undefined keeps
 * the current one. Stored data above a quota stays. Returns null for an unknown or deleted organisation.
 */
export async function setOrganisationQuota(db: Db, id: string, { bytes, entries }: Quota) {
  return db.$transaction(
    async (tx) => {
      const [before] = await tx.$queryRaw<Row[]>`
        SELECT byte_quota::float8, entry_quota::float8 FROM organisation
        WHERE id = ${id} AND deleted_at IS NULL FOR NO KEY UPDATE`;
      if (before === undefined) return null;
      const [row] = await tx.$queryRaw<Row[]>`
        SELECT byte_quota::float8, entry_quota::float8 FROM organisation_set_quota(${id},
          ${bytes !== undefined}, ${bytes ?? null}::bigint, ${entries !== undefined}, ${entries ?? null}::bigint)`;
      if (row === undefined) return null;
      const details = whatChanged(before, row);
      if (details !== null)
        await audit(tx, "shell", {
          action: "organisation.quota_set",
          target: { type: "organisation", id },
          details,
          orgId: id,
        });
      return { id, ...row };
    },
    { timeout: TIMEOUT_MS },
  );
}
