import type { ErrorCode } from "@/lib/contract/errors";
import type { Db } from "@/lib/db/client";

/** What a watcher's access rests on: its credential, and the filesystem it must write, or null for support staff. */
export type WatchAccess = {
  credential: string;
  filesystem: { id: string; orgId: string } | null;
};

/** What a new request of the watcher would be answered. */
export type Refusal = Extract<
  ErrorCode,
  "unauthenticated" | "not_found" | "no_grant" | "forbidden"
>;

/** Watchers with an equal name share one row of the check. */
export const nameOf = ({ credential, filesystem }: WatchAccess) =>
  `${credential} ${filesystem?.id ?? ""}`;

type Row = { credential: string; filesystem_id: string | null; refusal: Refusal };

/**
 * Which of these may watch no more, in one query (contract, section 3: losing access ends streams).
 * @returns by `nameOf`, the code that a new request would be refused with
 */
export async function findRefused(
  db: Db,
  all: readonly WatchAccess[],
): Promise<Map<string, Refusal>> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT a.credential, a.filesystem_id, CASE
      WHEN NOT r.live THEN 'unauthenticated'
      WHEN a.filesystem_id IS NULL THEN 'forbidden'
      WHEN f.id IS NULL OR NOT r.inside THEN 'not_found'
      ELSE 'no_grant' END AS refusal
    FROM unnest(${all.map((a) => a.credential)}::text[], ${all.map((a) => a.filesystem?.orgId)}::text[],
      ${all.map((a) => a.filesystem?.id)}::text[]) a (credential, org_id, filesystem_id)
    CROSS JOIN LATERAL credential_reach(a.credential, a.org_id, a.filesystem_id) r
    LEFT JOIN filesystem f ON f.id = a.filesystem_id AND f.org_id = a.org_id
    LEFT JOIN session s ON s.id = a.credential
    LEFT JOIN person p ON p.id = s.person_id
    WHERE NOT r.live OR CASE WHEN a.filesystem_id IS NULL
      THEN p.staff_role IS DISTINCT FROM 'support' ELSE r.mode IS DISTINCT FROM 'rw' END`;
  return new Map(
    rows.map(({ credential, filesystem_id: id, refusal }) => [
      nameOf({ credential, filesystem: id === null ? null : { id, orgId: "" } }),
      refusal,
    ]),
  );
}
