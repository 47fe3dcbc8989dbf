import type { ErrorCode } from "@/lib/contract/errors";
import type { Db } from "@/lib/db/client";

import type { Mode } from "./actor";

/**
 * What a waiting caller's access depends on: a credential for a filesystem in a mode, of an owner or admin of an
 * organisation, or of support staff.
 */
export type Access = {
  credential: string;
  filesystem: { id: string; orgId: string; mode: Mode } | null;
  adminOf?: string;
};

/** A caller's access to a filesystem. */
export type FilesystemAccess = Access & { filesystem: NonNullable<Access["filesystem"]> };

/** The error a new request of the same caller would get. */
export type Refusal = Extract<
  ErrorCode,
  | "unauthenticated"
  | "login_ended"
  | "organisation_disabled"
  | "not_found"
  | "no_grant"
  | "second_factor_required"
  | "forbidden"
>;

/** A stream or long poll, with its access. */
type Waiting = { access: Access; end(refusal: Refusal): void };

/**
 * Ends the streams and long polls that lost access (spec 3.14). One query for all; equal accesses share a
 * row of it.
 */
export async function endLost(db: Db, all: Iterable<Waiting>): Promise<void> {
  const byName = new Map<string, Waiting[]>();
  for (const one of all) {
    const name = nameOf(one.access);
    byName.set(name, [...(byName.get(name) ?? []), one]);
  }
  const groups = [...byName.values()];
  for (const { n, refusal } of await findLost(
    db,
    groups.flatMap((group) => group.slice(0, 1)),
  )) {
    for (const one of groups[n] ?? []) one.end(refusal);
  }
}

const nameOf = ({ credential, filesystem, adminOf }: Access) =>
  `${credential} ${filesystem?.mode} ${filesystem?.id} ${adminOf}`;

/** Which of these have lost access, by index. */
function findLost(db: Db, all: readonly Waiting[]): Promise<{ n: number; refusal: Refusal }[]> {
  const accesses = all.map(({ access }) => access);
  return db.$queryRaw`
    SELECT a.n::int - 1 AS n, CASE
      -- One that has not expired was revoked, or its user disabled.
      WHEN NOT r.live THEN CASE WHEN l.expires_at > now() THEN 'login_ended' ELSE 'unauthenticated' END
      WHEN r.inside AND o.disabled_at IS NOT NULL THEN 'organisation_disabled'
      WHEN a.fs IS NULL THEN 'forbidden'
      WHEN NOT r.has_fs THEN 'not_found'
      -- Members always have a mode, unless they lack what their organisation requires. Viewers only read.
      WHEN split_part(a.credential, '_', 1) IN ('sess', 'login')
        THEN CASE WHEN r.mode IS NULL THEN 'second_factor_required' ELSE 'forbidden' END
      ELSE 'no_grant' END AS refusal
    FROM unnest(${accesses.map((a) => a.credential)}::text[], ${accesses.map((a) => a.filesystem?.orgId ?? a.adminOf)}::text[],
      ${accesses.map((a) => a.filesystem?.id)}::text[], ${accesses.map((a) => a.filesystem?.mode)}::text[])
      WITH ORDINALITY a (credential, org, fs, mode, n)
    CROSS JOIN LATERAL credential_reach(a.credential, a.org, a.fs) r
    LEFT JOIN organisation o ON o.id = a.org
    LEFT JOIN session s ON s.id = a.credential
    LEFT JOIN login l ON l.id = a.credential
    LEFT JOIN app_user u ON u.id = coalesce(s.user_id, l.user_id)
    WHERE NOT r.live OR CASE
      WHEN a.fs IS NOT NULL THEN r.mode IS NULL OR (a.mode = 'rw' AND r.mode = 'ro')
      WHEN a.org IS NULL THEN u.staff_role IS DISTINCT FROM 'support'
      ELSE member_lacks_factor(u.id, a.org) OR NOT EXISTS (
        SELECT FROM member m JOIN organisation o ON o.id = m.org_id
        WHERE m.org_id = a.org AND m.user_id = u.id AND m.role IN ('owner', 'admin') AND o.disabled_at IS NULL) END`;
}
