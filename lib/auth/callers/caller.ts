import type pg from "pg";

import type { Actor, Mode, Role } from "@/lib/auth/actor";

/**
 * How a caller reaches the organisation and the filesystem that the request names: `inside` the organisation (with a
 * role, for a person), the filesystem `found` there, and in which mode.
 */
export type Reach = { inside: boolean; role: Role | null; found: boolean; mode: Mode | null };

/** Who sends a request, and how it reaches what the request names. */
export type Caller = { actor: Actor; reach: Reach };

/** What the path of a request names; null where it names none, or nothing that could exist. */
export type Named = { orgId: string | null; filesystemId: string | null };

/**
 * Notes that a credential was used. Once a minute is precise enough for people and costs no write on the other
 * requests; `stale` is what the read of the credential said about that minute.
 */
export async function touch(
  pool: pg.Pool,
  table: "api_key" | "session" | "login",
  { id, stale }: { id: string; stale: boolean },
): Promise<void> {
  if (!stale) return;
  await pool.query(
    `UPDATE ${table} SET last_used_at = now()
    WHERE id = $1 AND coalesce(last_used_at < now() - interval '1 minute', true)`,
    [id],
  );
}
