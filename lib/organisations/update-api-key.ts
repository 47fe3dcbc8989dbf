import { audit } from "@/lib/audit/record";
import { whatChanged } from "@/lib/audit/what-changed";
import { presentApiKey } from "@/lib/auth/api-keys";
import type { OrganisationContext } from "@/lib/auth/context";

import { readExpiry } from "./api-keys";
import { type HeldKey, holdKey, moveEnds } from "./hold-api-key";
import { lockMembersAsAdmin } from "./lock-members";

type Input = { name?: string | undefined; expires_at?: string | null | undefined };

/**
 * Renames a key or moves its expiry, and with it the ends of its webhooks and mounts (spec 4.14).
 * @throws InvalidInput for an expiry in the past; AppError `not_found` for a key that was revoked or has expired,
 *   `forbidden` or `not_found` if the caller lost the role meanwhile
 */
export async function updateOrganisationKey(ctx: OrganisationContext, id: string, input: Input) {
  const expiresAt = input.expires_at === undefined ? undefined : readExpiry(input.expires_at);
  return ctx.services.db.$transaction(async (tx) => {
    await lockMembersAsAdmin(tx, ctx);
    const old = await holdKey(tx, ctx.orgId, id);
    const row = await tx.api_key.update({
      where: { id },
      data: {
        name: input.name ?? old.name,
        expires_at: expiresAt === undefined ? old.expires_at : expiresAt,
      },
    });
    if (expiresAt !== undefined) await moveEnds(tx, id, expiresAt);
    const details = whatChanged(fieldsOf(old), fieldsOf(row));
    if (details !== null)
      await audit(tx, ctx, {
        action: "api_key.updated",
        target: { type: "api_key", id },
        details,
      });
    return presentApiKey(row);
  });
}

const fieldsOf = ({ name, expires_at: at }: Pick<HeldKey, "name" | "expires_at">) => ({
  name,
  expires_at: at?.toISOString() ?? null,
});
