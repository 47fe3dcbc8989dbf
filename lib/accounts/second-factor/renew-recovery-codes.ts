import { audit } from "@/lib/audit/record";
import type { UserContext } from "@/lib/auth/context";
import { holdCaller } from "@/lib/auth/hold-caller";
import { AppError } from "@/lib/errors";
import { sendSecurityEmail } from "@/lib/mail/send-security-email";

import { holdFactors } from "./hold-factors";
import { replaceRecoveryCodes } from "./recovery-codes";

/**
 * Replaces the caller's recovery codes; the earlier ones stop working (spec 4.44).
 * @throws AppError `not_found` without a second factor
 */
export async function renewRecoveryCodes(ctx: UserContext) {
  const { actor, services } = ctx;
  const codes = await services.db.$transaction(async (tx) => {
    await holdCaller(tx, actor, "change");
    const held = await holdFactors(tx, actor.id);
    if (!held.app && held.passkeys === 0) throw new AppError("not_found");
    const target = { type: "user", id: actor.id };
    await audit(tx, ctx, { action: "second_factor.recovery_codes_renewed", target });
    return replaceRecoveryCodes(tx, actor.id);
  });
  sendSecurityEmail(services, actor.email, { type: "second_factor", happened: "codes_renewed" });
  return { recovery_codes: codes };
}
