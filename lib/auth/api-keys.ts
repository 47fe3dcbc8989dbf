import type { Db } from "@/lib/db/client";
import { newId } from "@/lib/ids";

import { audit, type Auditor } from "./audit";
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
export async function createApiKey(db: Db, who: Auditor, input: Input) {
  const { orgId } = input;
  const organisation = await db.organisation.findUnique({ where: { id: orgId } });
  if (organisation === null) return null;
  const key = newToken("tmk_");
  const id = newId("key");
  const row = await db.$transaction(async (tx) => {
    await audit(tx, who, { action: "api_key.created", target: { type: "api_key", id }, orgId });
    return tx.api_key.create({
      data: {
        id,
        org_id: orgId,
        name: input.name,
        hash: new Uint8Array(hashToken(key)),
        last4: key.slice(-4),
        permissions: [...input.permissions],
        expires_at: input.expiresAt,
        created_by: input.createdBy,
      },
    });
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
 * Revokes a key for good; its webhooks and mounts end in the same transaction (contract, section 7 rule 13).
 * @param orgId null: of whatever organisation, for the shell
 * @returns false when there is no such key, or it was revoked before
 */
export async function revokeApiKey(
  db: Db,
  who: Auditor,
  { id, orgId }: { id: string; orgId: string | null },
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const [key] = await tx.api_key.updateManyAndReturn({
      where: { id, revoked_at: null, ...(orgId === null ? {} : { org_id: orgId }) },
      data: { revoked_at: new Date() },
      select: { org_id: true },
    });
    if (key === undefined) return false;
    await tx.$executeRaw`SELECT access_ended(${`key:${id}`}, ${key.org_id}, NULL, false)`;
    const target = { type: "api_key", id };
    await audit(tx, who, { action: "api_key.revoked", target, orgId: key.org_id });
    return true;
  });
}
