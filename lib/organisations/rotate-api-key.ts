import { audit } from "@/lib/audit/record";
import { whatChanged } from "@/lib/audit/what-changed";
import { presentApiKey } from "@/lib/auth/api-keys";
import type { OrganisationContext } from "@/lib/auth/context";
import { hashToken, newToken } from "@/lib/auth/token";

import { readExpiry } from "./api-keys";
import { type HeldKey, holdKey, moveEnds } from "./hold-api-key";
import { lockMembersAsAdmin } from "./lock-members";
import { notifyOfKey } from "./notify-of-access";

type Input = { overlap_hours: number; expires_at?: string | null | undefined };

const HOUR_MS = 60 * 60 * 1000;

/**
 * Gives a key a new secret and keeps its id, and so its grants, webhooks and mounts (spec 3.27). The old secret works
 * for `overlap_hours` more; the one before it ends at once.
 * @param input.expires_at the key's new expiry; undefined: as before
 * @returns the key with its new secret, which is not shown again
 * @throws InvalidInput for an expiry in the past; AppError `not_found` for a key that was revoked or has expired,
 *   `forbidden` or `not_found` if the caller lost the role meanwhile
 */
export async function rotateOrganisationKey(ctx: OrganisationContext, id: string, input: Input) {
  const { orgId, services } = ctx;
  const expiresAt = input.expires_at === undefined ? undefined : readExpiry(input.expires_at);
  const key = newToken("tmk_");
  const row = await services.db.$transaction(async (tx) => {
    await lockMembersAsAdmin(tx, ctx);
    const old = await holdKey(tx, orgId, id);
    const rotated = await tx.api_key.update({
      where: { id },
      data: { ...newSecret(key, old, input.overlap_hours), ...setExpiry(expiresAt) },
    });
    if (expiresAt !== undefined) await moveEnds(tx, id, expiresAt);
    await audit(tx, ctx, {
      action: "api_key.rotated",
      target: { type: "api_key", id },
      details: {
        name: rotated.name,
        overlap_hours: input.overlap_hours,
        ...whatChanged(expiryOf(old), expiryOf(rotated)),
      },
    });
    return rotated;
  });
  await notifyOfKey(ctx, { happened: "rotated", name: row.name });
  return { ...presentApiKey(row), key };
}

const expiryOf = ({ expires_at: at }: Pick<HeldKey, "expires_at">) => ({
  expires_at: at?.toISOString() ?? null,
});

const newSecret = (key: string, old: HeldKey, overlapHours: number) => ({
  hash: new Uint8Array(hashToken(key)),
  last4: key.slice(-4),
  secret_number: { increment: 1 },
  previous_hash: new Uint8Array(old.hash),
  previous_expires_at: new Date(old.now.getTime() + overlapHours * HOUR_MS),
});

const setExpiry = (at: Date | null | undefined) => (at === undefined ? {} : { expires_at: at });
