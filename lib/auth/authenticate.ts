import { AppError } from "@/lib/errors";
import type { Services } from "@/lib/services";

import type { Actor, Permission } from "./context";
import { hashToken, isToken } from "./token";

type KeyRow = {
  id: string;
  name: string;
  org_id: string;
  permissions: Permission[];
  expires_at: Date | null;
  stale: boolean;
};

/**
 * Who sends this request, by its Authorization header (specification, "Authentication").
 * Read from the database each time, so that revoking a key takes effect on the next request.
 * @throws AppError `unauthenticated` when the credential is missing, unknown, expired or revoked.
 */
export async function authenticate(request: Request, services: Services): Promise<Actor> {
  const [, token = ""] =
    /^bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (!isToken("tmk_", token)) throw new AppError("unauthenticated");
  const [key] = await services.db.$queryRaw<KeyRow[]>`
    SELECT id, name, org_id, permissions, expires_at,
      coalesce(last_used_at < now() - interval '1 minute', true) AS stale
    FROM api_key
    WHERE hash = ${hashToken(token)} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`;
  if (key === undefined) throw new AppError("unauthenticated");
  if (key.stale) await touch(services, key.id);
  return {
    type: "key",
    id: key.id,
    name: key.name,
    orgId: key.org_id,
    permissions: key.permissions,
    expiresAt: key.expires_at,
  };
}

// Once a minute is precise enough for people and costs no write on the other requests.
async function touch(services: Services, keyId: string): Promise<void> {
  await services.db.$executeRaw`
    UPDATE api_key SET last_used_at = now()
    WHERE id = ${keyId} AND coalesce(last_used_at < now() - interval '1 minute', true)`;
}
