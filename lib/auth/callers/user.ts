import type { Role } from "@/lib/auth/actor";
import { hashToken } from "@/lib/auth/token";
import type { Scope } from "@/lib/contract/scopes";
import { AppError } from "@/lib/errors";
import type { Uses } from "@/lib/services";

import { type Caller, type Named, touch } from "./caller";

/** How long a confirmed password or sign-in allows what a stolen cookie alone must not. */
export const RECENT = "10 minutes";

type Row = {
  credential: string;
  id: string;
  email: string;
  name: string;
  staff_role: string | null;
  recent: boolean;
  scopes: Scope[] | null;
  fresh: boolean;
  role: Role | null;
  disabled: boolean;
  lacks_factor: boolean;
  found: boolean;
  stale: boolean;
};

/**
 * The user of a console session.
 * @throws AppError `unauthenticated` for an unknown, expired or ended session, and for a disabled user
 */
export async function findSession(services: Uses<"pool" | "sql">, sessionId: string, named: Named) {
  const [row] = await services.sql<Row>`
    SELECT s.id AS credential, u.id, u.email, u.name, u.staff_role, m.role, o.disabled_at IS NOT NULL AS disabled,
      member_lacks_factor(u.id, o.id) AS lacks_factor,
      f.id IS NOT NULL AS found,
      s.last_used_at < now() - interval '1 minute' AS stale, s.authenticated_at > now() - ${RECENT}::interval AS recent,
      s.created_at > now() - ${RECENT}::interval AS fresh,
      NULL AS scopes
    FROM session s
    JOIN app_user u ON u.id = s.user_id AND u.disabled_at IS NULL
    LEFT JOIN member m ON m.user_id = u.id AND m.org_id = ${named.orgId}
    LEFT JOIN organisation o ON o.id = m.org_id
    LEFT JOIN filesystem f ON f.id = ${named.filesystemId} AND f.org_id = m.org_id
    WHERE s.id = ${sessionId} AND s.ended_at IS NULL AND s.expires_at > now()`;
  if (row === undefined) throw new AppError("unauthenticated");
  await touch(services.pool, "session", { id: row.credential, stale: row.stale });
  return toCaller(row, "session");
}

/**
 * The user of an access token of a command-line login.
 * @throws AppError `login_ended` if the login was revoked or its user disabled, `unauthenticated` for an unknown or expired token
 */
export async function findLogin(services: Uses<"pool" | "sql">, token: string, named: Named) {
  const [row] = await services.sql<Row & { ended: boolean }>`
    SELECT l.id AS credential, u.id, u.email, u.name, u.staff_role, m.role, o.disabled_at IS NOT NULL AS disabled,
      member_lacks_factor(u.id, o.id) AS lacks_factor,
      f.id IS NOT NULL AS found,
      l.last_used_at < now() - interval '1 minute' AS stale, l.ended_at IS NOT NULL OR u.disabled_at IS NOT NULL AS ended,
      false AS recent, false AS fresh, l.scopes
    FROM login_token t
    JOIN login l ON l.id = t.login_id
    JOIN app_user u ON u.id = l.user_id
    LEFT JOIN member m ON m.user_id = u.id AND m.org_id = ${named.orgId}
    LEFT JOIN organisation o ON o.id = m.org_id
    LEFT JOIN filesystem f ON f.id = ${named.filesystemId} AND f.org_id = m.org_id
    WHERE t.hash = ${hashToken(token)} AND t.kind = 'access' AND t.expires_at > now() AND l.expires_at > now()`;
  if (row === undefined) throw new AppError("unauthenticated");
  if (row.ended) throw new AppError("login_ended");
  await touch(services.pool, "login", { id: row.credential, stale: row.stale });
  return toCaller(row, "login");
}

function toCaller(row: Row, via: "session" | "login"): Caller {
  const { credential, id, email, name, role, disabled, found, scopes, recent: isRecent } = row;
  const isSupport = row.staff_role === "support";
  return {
    actor: {
      type: "user",
      id,
      credential,
      name,
      email,
      via,
      isSupport,
      isRecent,
      isNew: row.fresh,
      scopes,
    },
    // Members reach all filesystems of their organisation, viewers for reading (spec 3.8).
    reach: {
      inside: role !== null,
      disabled,
      lacksFactor: row.lacks_factor,
      role,
      found,
      mode: found ? (role === "viewer" ? "ro" : "rw") : null,
    },
  };
}
