import { dropUnusedCodes, holdFactors } from "@/lib/accounts/second-factor/hold-factors";
import { audit } from "@/lib/audit/record";
import type { UserContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";
import { sendSecurityEmail } from "@/lib/mail/send-security-email";

/**
 * Removes one of the caller's passkeys (spec 4.49); with the last second factor the recovery codes end.
 * @throws AppError `not_found`
 */
export async function removePasskey(ctx: UserContext, { id }: { id: string }): Promise<void> {
  const { actor, services } = ctx;
  const name = await services.db.$transaction(async (tx) => {
    await holdFactors(tx, actor.id);
    const where = { id, user_id: actor.id };
    const found = await tx.passkey.findFirst({ where });
    if (found === null) throw new AppError("not_found");
    await tx.passkey.deleteMany({ where });
    await dropUnusedCodes(tx, actor.id);
    const target = { type: "passkey", id };
    await audit(tx, ctx, { action: "passkey.removed", target, details: { name: found.name } });
    return found.name;
  });
  sendSecurityEmail(services, actor.email, { type: "passkey", happened: "removed", name });
}
