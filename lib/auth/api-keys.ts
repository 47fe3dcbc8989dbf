import type { Db } from "@/lib/db/client";
import { newId } from "@/lib/ids";

import type { Permission } from "./context";
import { hashToken, newToken } from "./token";

type Input = {
  orgId: string;
  name: string;
  permissions: readonly Permission[];
  expiresAt: Date | null;
  createdBy: string;
};

/**
 * Makes an API key of an organisation (contract, section 3). The key itself is in the answer and nowhere else.
 * Null: there is no such organisation.
 */
export async function createApiKey(db: Db, input: Input) {
  const organisation = await db.organisation.findUnique({ where: { id: input.orgId } });
  if (organisation === null) return null;
  const key = newToken("tmk_");
  const id = newId("key");
  const row = await db.api_key.create({
    data: {
      id,
      org_id: input.orgId,
      name: input.name,
      hash: new Uint8Array(hashToken(key)),
      last4: key.slice(-4),
      permissions: [...input.permissions],
      expires_at: input.expiresAt,
      created_by: input.createdBy,
    },
  });
  return {
    id,
    key,
    org_id: row.org_id,
    name: row.name,
    permissions: row.permissions,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

/**
 * Revokes a key for good; its webhooks end in the same transaction (contract, section 7 rule 13).
 * False: there is no such key, or it was revoked before.
 */
export async function revokeApiKey(db: Db, id: string): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.api_key.updateMany({
      where: { id, revoked_at: null },
      data: { revoked_at: new Date() },
    });
    if (count === 0) return false;
    await tx.$queryRaw`SELECT webhooks_stop(${`key:${id}`}, NULL)`;
    return true;
  });
}
