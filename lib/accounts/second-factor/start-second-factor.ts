import type { UserContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";
import { PRODUCT } from "@/lib/product";
import { seal } from "@/lib/seal";

import { secondFactorContext } from "./secret";
import { newTotpSecret, totpUri } from "./totp";

/**
 * Starts the enrolment of an authenticator app: a new secret, which counts once a code confirms it (spec 4.44). An
 * earlier one that was not confirmed is replaced.
 * @returns the secret in base32 and the address for a QR code
 * @throws AppError `already_exists` if the caller has a second factor
 */
export async function startSecondFactor({ actor, services }: UserContext) {
  const secret = newTotpSecret();
  const sealed = seal(services.keys, secret, secondFactorContext(actor.id));
  const stored = await services.db.$executeRaw`
    INSERT INTO second_factor (user_id, sealed) VALUES (${actor.id}, ${sealed})
    ON CONFLICT (user_id) DO UPDATE SET sealed = ${sealed}, last_step = 0, created_at = now()
    WHERE second_factor.confirmed_at IS NULL`;
  if (stored === 0) throw new AppError("already_exists");
  return { secret, uri: totpUri(PRODUCT, actor.email, secret) };
}
