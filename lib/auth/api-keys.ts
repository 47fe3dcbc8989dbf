import { audit, type Auditor } from "@/lib/audit/record";
import { KEY_SCOPES, type Scope } from "@/lib/contract/scopes";
import type { Db, Prisma } from "@/lib/db/client";
import { newId } from "@/lib/ids";

import { type Permission, PERMISSIONS } from "./actor";
import { hashToken, newToken } from "./token";

type Input = {
  orgId: string;
  name: string;
  permissions: readonly Permission[];
  /** Default: all that a key can have. */
  scopes?: readonly Scope[];
  expiresAt: Date | null;
  createdBy: string;
};

type Row = {
  id: string;
  name: string;
  last4: string;
  permissions: string[];
  scopes: string[];
  created_by: string;
  created_at: Date;
  expires_at: Date | null;
  previous_expires_at: Date | null;
  last_used_at: Date | null;
};

/**
 * Creates an API key from the shell. The key itself is returned only here. Null: unknown or deleted organisation.
 */
export async function createApiKey(db: Db, who: Auditor, input: Input) {
  return db.$transaction(async (tx) => {
    // A deletion waits for it, or is seen.
    const found = await tx.$queryRaw<unknown[]>`
      SELECT FROM organisation WHERE id = ${input.orgId} AND deleted_at IS NULL FOR NO KEY UPDATE`;
    if (found.length === 0) return null;
    return { ...(await addApiKey(tx, who, input)), org_id: input.orgId };
  });
}

/** Adds an API key to an existing organisation (spec 4.14); `key` is returned only here. */
export async function addApiKey(tx: Prisma.TransactionClient, who: Auditor, input: Input) {
  const { orgId, scopes = KEY_SCOPES } = input;
  const key = newToken("tmk_");
  const id = newId("key");
  const row = await tx.api_key.create({
    data: {
      id,
      org_id: orgId,
      name: input.name,
      hash: new Uint8Array(hashToken(key)),
      last4: key.slice(-4),
      permissions: [...input.permissions],
      scopes: [...scopes],
      expires_at: input.expiresAt,
      created_by: input.createdBy,
    },
  });
  await audit(tx, who, {
    action: "api_key.created",
    target: { type: "api_key", id },
    details: {
      name: input.name,
      permissions: [...input.permissions],
      scopes: [...scopes],
      expires_at: input.expiresAt?.toISOString() ?? null,
    },
    orgId,
  });
  return { ...presentApiKey(row), key };
}

/** An API key as the API returns it. */
export function presentApiKey(row: Row) {
  return {
    id: row.id,
    name: row.name,
    last4: row.last4,
    permissions: PERMISSIONS.filter((known) => row.permissions.includes(known)),
    scopes: KEY_SCOPES.filter((known) => row.scopes.includes(known)),
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    previous_key_expires_at: previousExpiry(row),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}

// A secret that no longer works stays in its row until the next rotation, and none outlives its key.
function previousExpiry({ previous_expires_at: previous, expires_at: end }: Row): string | null {
  const at = Math.min(previous?.getTime() ?? 0, end?.getTime() ?? Infinity);
  return at <= Date.now() ? null : new Date(at).toISOString();
}

type Revoked = { id: string; orgId: string | null };

/** `endApiKey` in a transaction of its own. */
export const revokeApiKey = (db: Db, who: Auditor, key: Revoked): Promise<boolean> =>
  db.$transaction((tx) => endApiKey(tx, who, key));

/**
 * Revokes a key permanently; its webhooks and mounts end in the same transaction (spec 3.15, 7.13).
 * @param orgId null: any organisation, for the shell
 * @returns false if there is no such active key
 */
export async function endApiKey(
  tx: Prisma.TransactionClient,
  who: Auditor,
  { id, orgId }: Revoked,
): Promise<boolean> {
  const [key] = await tx.api_key.updateManyAndReturn({
    where: { id, revoked_at: null, ...(orgId === null ? {} : { org_id: orgId }) },
    data: { revoked_at: new Date() },
    select: { org_id: true, name: true },
  });
  if (key === undefined) return false;
  await tx.$executeRaw`SELECT access_ended(${`key:${id}`}, ${key.org_id}, NULL, false)`;
  await audit(tx, who, {
    action: "api_key.revoked",
    target: { type: "api_key", id },
    details: { name: key.name },
    orgId: key.org_id,
  });
  return true;
}
