import type { Mode, Permission } from "@/lib/auth/actor";
import { hashToken } from "@/lib/auth/token";
import type { Scope } from "@/lib/contract/scopes";
import { AppError } from "@/lib/errors";
import type { Uses } from "@/lib/services";

import { type Caller, type Named, touch } from "./caller";

type Row = {
  id: string;
  name: string;
  org_id: string;
  permissions: Permission[];
  scopes: Scope[];
  expires_at: Date | null;
  secret: number;
  stale: boolean;
  disabled: boolean;
  found: boolean;
  mode: Mode | null;
};

/**
 * The API key of a token, once for each request, with its grant for the filesystem that the request names: one indexed
 * query for all of them. Of a rotated key the secret before its own works too until its overlap ends (spec 3.27).
 * @throws AppError `unauthenticated` for an unknown, expired or revoked key
 */
export async function findKey(
  services: Uses<"pool" | "sql">,
  token: string,
  named: readonly Named[],
): Promise<Caller[]> {
  const hash = hashToken(token);
  const rows = await services.sql<Row>`
    SELECT k.id, k.name, k.org_id, k.permissions, k.scopes, k.expires_at, k.secret,
      coalesce(k.last_used_at < now() - interval '1 minute', true) AS stale,
      o.disabled_at IS NOT NULL AS disabled, f.id IS NOT NULL AS found, g.mode
    FROM (
      -- LIMIT 1: the second is read for old secrets only.
      SELECT k.*, k.secret_number AS secret FROM api_key k WHERE k.hash = ${hash}
      UNION ALL
      SELECT k.*, k.secret_number - 1 FROM api_key k WHERE k.previous_hash = ${hash} AND k.previous_expires_at > now()
      LIMIT 1) k
    JOIN organisation o ON o.id = k.org_id
    CROSS JOIN unnest(${named.map(({ filesystemId }) => filesystemId)}::text[]) WITH ORDINALITY n (filesystem_id, nr)
    -- OFFSET 0 keeps each on its primary key, however many grants the key has.
    LEFT JOIN LATERAL (
      SELECT x.id FROM filesystem x WHERE x.id = n.filesystem_id AND x.org_id = k.org_id OFFSET 0) f ON true
    LEFT JOIN LATERAL (
      SELECT x.mode FROM filesystem_grant x WHERE x.api_key_id = k.id AND x.filesystem_id = f.id OFFSET 0) g ON true
    WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
    ORDER BY n.nr`;
  const [key] = rows;
  if (key === undefined) throw new AppError("unauthenticated");
  await touch(services.pool, "api_key", key);
  return rows.map((row, i) => toCaller(row, named[i]?.orgId ?? null));
}

function toCaller(key: Row, namedOrg: string | null): Caller {
  const { id, name, org_id: orgId, permissions, scopes, secret, expires_at: expiresAt } = key;
  const { found, mode } = key;
  return {
    actor: { type: "key", id, credential: id, name, orgId, permissions, scopes, secret, expiresAt },
    reach: {
      inside: orgId === namedOrg,
      disabled: key.disabled,
      lacksFactor: false,
      role: null,
      found,
      mode,
    },
  };
}
