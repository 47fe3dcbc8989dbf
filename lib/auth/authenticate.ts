import { AppError } from "@/lib/errors";
import type { Services } from "@/lib/services";

import type { Actor, Mode, Permission } from "./context";
import { hashToken, isToken } from "./token";

type KeyRow = {
  id: string;
  name: string;
  org_id: string;
  permissions: Permission[];
  expires_at: Date | null;
  stale: boolean;
  found: boolean;
  mode: Mode | null;
};

/** How the caller reaches the filesystem that the request names: not at all if it is not in its organisation. */
export type Reach = { found: boolean; mode: Mode | null };

/**
 * Who sends this request, by its Authorization header (specification, "Authentication"), and how it reaches
 * `filesystemId`, in one statement. Read each time, so that revoking a key takes effect on the next request.
 * @throws AppError `unauthenticated` when the credential is missing, unknown, expired or revoked.
 */
export async function authenticate(
  request: Request,
  services: Services,
  filesystemId: string | null,
): Promise<{ actor: Actor; reach: Reach }> {
  const [, token = ""] =
    /^bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (!isToken("tmk_", token)) throw new AppError("unauthenticated");
  const [key] = await services.db.$queryRaw<KeyRow[]>`
    SELECT k.id, k.name, k.org_id, k.permissions, k.expires_at,
      coalesce(k.last_used_at < now() - interval '1 minute', true) AS stale,
      f.id IS NOT NULL AS found, g.mode
    FROM api_key k
    LEFT JOIN filesystem f ON f.id = ${filesystemId} AND f.org_id = k.org_id
    LEFT JOIN filesystem_grant g ON g.api_key_id = k.id AND g.filesystem_id = f.id
    WHERE k.hash = ${hashToken(token)} AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;
  if (key === undefined) throw new AppError("unauthenticated");
  if (key.stale) await touch(services, key.id);
  const { id, name, org_id: orgId, permissions, expires_at: expiresAt, found, mode } = key;
  return {
    actor: { type: "key", id, name, orgId, permissions, expiresAt },
    reach: { found, mode },
  };
}

// Once a minute is precise enough for people and costs no write on the other requests.
async function touch(services: Services, keyId: string): Promise<void> {
  await services.db.$executeRaw`
    UPDATE api_key SET last_used_at = now()
    WHERE id = ${keyId} AND coalesce(last_used_at < now() - interval '1 minute', true)`;
}
