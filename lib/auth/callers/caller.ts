import type pg from "pg";

import type { Actor, Mode, Role } from "@/lib/auth/actor";

/**
 * A caller's access to the organisation and filesystem in the request: `inside` the organisation (with a
 * role, for a user), whether the operator has `disabled` it, whether it requires a second factor that the user lacks, whether the filesystem was `found` there, and its mode.
 */
export type Reach = {
  inside: boolean;
  disabled: boolean;
  lacksFactor: boolean;
  role: Role | null;
  found: boolean;
  mode: Mode | null;
};

/** The caller of a request and its access to what the request names. */
export type Caller = { actor: Actor; reach: Reach };

/** Ids in a request's path; null if absent or malformed. */
export type Named = { orgId: string | null; filesystemId: string | null };

/**
 * Records the use of a credential, at most once a minute to avoid a write per request. `stale`: the last
 * record is over a minute old. What holds the credential, such as the creation of a webhook, does not keep the request
 * waiting: a later one records the use.
 */
export async function touch(
  pool: pg.Pool,
  table: "api_key" | "session" | "login",
  { id, stale }: { id: string; stale: boolean },
): Promise<void> {
  if (!stale) return;
  await pool.query(
    `UPDATE ${table} SET last_used_at = now() WHERE id = (
      SELECT id FROM ${table} WHERE id = $1 AND coalesce(last_used_at < now() - interval '1 minute', true)
      FOR NO KEY UPDATE SKIP LOCKED)`,
    [id],
  );
}
