import { audit } from "@/lib/audit/record";
import type { UserContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";
import { sendSecurityEmail } from "@/lib/mail/send-security-email";

import { describeProvider } from "./providers";

/**
 * Disconnects an identity from the caller's account. Its sessions continue; they are revoked separately
 * (spec 4.5).
 * @throws AppError `not_found` if the caller has no such identity
 */
export async function removeIdentity(ctx: UserContext, { id }: { id: string }): Promise<void> {
  const { actor, services } = ctx;
  const issuer = await services.db.$transaction(async (tx) => {
    const [removed] = await tx.$queryRaw<{ issuer: string }[]>`
      DELETE FROM identity WHERE id = ${id} AND user_id = ${actor.id} RETURNING issuer`;
    if (removed === undefined) throw new AppError("not_found");
    const target = { type: "identity", id };
    await audit(tx, ctx, { action: "identity.removed", target, details: removed });
    return removed.issuer;
  });
  const provider = describeProvider(services.settings, issuer).name;
  sendSecurityEmail(services, actor.email, { type: "identity_disconnected", provider });
}
