import { audit } from "@/lib/audit/record";
import type { UserContext } from "@/lib/auth/context";
import { holdCaller } from "@/lib/auth/hold-caller";
import { AppError } from "@/lib/errors";
import { sendSecurityEmail } from "@/lib/mail/send-security-email";

import { holdFactors } from "./hold-factors";
import { replaceRecoveryCodes } from "./recovery-codes";
import { spendCode } from "./spend-code";

/**
 * Turns the caller's second factor on, given a code of the app that was enrolled (spec 4.44).
 * @returns the recovery codes, which are shown once; none if the user has some from a passkey
 * @throws AppError `second_factor_invalid` for a wrong code, or if no enrolment was started
 */
export async function confirmSecondFactor(ctx: UserContext, { code }: { code: string }) {
  const { actor, services } = ctx;
  const codes = await services.db.$transaction(async (tx) => {
    await holdCaller(tx, actor, "change");
    const { passkeys } = await holdFactors(tx, actor.id);
    const used = await spendCode(tx, services, { userId: actor.id, code, state: "new" });
    if (used === null) throw new AppError("second_factor_invalid");
    await tx.second_factor.update({
      where: { user_id: actor.id },
      data: { confirmed_at: new Date() },
    });
    const target = { type: "user", id: actor.id };
    await audit(tx, ctx, { action: "second_factor.enabled", target });
    return passkeys > 0 ? [] : replaceRecoveryCodes(tx, actor.id);
  });
  sendSecurityEmail(services, actor.email, { type: "second_factor", happened: "enabled" });
  return { recovery_codes: codes };
}
