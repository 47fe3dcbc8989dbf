import { recordConfirmation } from "@/lib/accounts/sessions/reauthenticate";
import type { UserContext } from "@/lib/auth/context";
import type { Assertion } from "@/lib/contract/passkeys";
import { AppError } from "@/lib/errors";

import { checkAssertion } from "./check-assertion";
import { requestOptions } from "./request-options";

const useOf = ({ actor }: UserContext) => ({
  purpose: "reauthentication" as const,
  boundTo: actor.credential,
});

/**
 * Starts a confirmation of the caller's session with one of their passkeys (spec 4.50).
 * @throws AppError `not_found` without one, `passkeys_unavailable`
 */
export async function startPasskeyConfirmation(ctx: UserContext) {
  const options = await requestOptions(ctx.services, useOf(ctx), ctx.actor.id);
  if (options.allowCredentials.length === 0) throw new AppError("not_found");
  return options;
}

/**
 * Confirms the caller's session with a passkey, as with the password. Attempts count like those.
 * @throws AppError `passkey_invalid`, `passkeys_unavailable`, `rate_limited`, `unauthenticated` if the session has ended
 */
export async function confirmWithPasskey(
  ctx: UserContext,
  { credential }: { credential: Assertion },
): Promise<void> {
  const { actor, address, requestId, services } = ctx;
  const who = { address, email: actor.email, known: actor.credential };
  await services.signInLimits.countPassword(who);
  await checkAssertion(services, {
    use: useOf(ctx),
    credential,
    userId: actor.id,
    caller: { address, requestId },
  });
  await services.signInLimits.forgetPassword(who);
  await recordConfirmation(ctx, "passkey");
}
