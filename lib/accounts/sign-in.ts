import type { Device } from "@/lib/auth/device-cookie";
import { AppError } from "@/lib/errors";
import type { Uses } from "@/lib/services";

import { FACTORS, hasSecondFactor } from "./second-factor/has-factor";

type Input = { email: string; password: string; address: string; device: Device | null };

// Longer passwords would only cost time.
const MAX_PASSWORD = 1024;

/**
 * The user with this address and password, and whether they also need a second factor; or null. Counted before anything is
 * compared; an unknown address costs the same work as a known one. A browser in which the user signed in before has
 * attempts of its own.
 * @throws AppError `account_disabled`; `rate_limited` with `retry_after` in seconds; `unavailable` if too many sign in at once
 */
export async function signInWithPassword(
  services: Uses<"db" | "passwords" | "signInLimits">,
  input: Input,
) {
  const { address, password, device } = input;
  const email = input.email.trim().toLowerCase();
  const found = await services.db.user.findUnique({
    // PostgreSQL rejects NUL, and no address contains one.
    where: { email: email.replaceAll("\0", " ") },
    select: {
      id: true,
      name: true,
      password_hash: true,
      disabled_at: true,
      ...FACTORS,
    },
  });
  const isKnown = found !== null && device?.users.includes(found.id) === true;
  const who = { address, email, known: isKnown ? device.id : undefined };
  await services.signInLimits.countPassword(who);
  if (password.length > MAX_PASSWORD) return null;
  const passwordHash = found?.password_hash ?? null;
  const equal = await services.passwords.verify(passwordHash, password);
  if (found === null || passwordHash === null || !equal) return null;
  await services.signInLimits.forgetPassword(who);
  if (found.disabled_at !== null) throw new AppError("account_disabled");
  const user = { id: found.id, name: found.name, passwordHash };
  return { user, needsCode: hasSecondFactor(found) };
}
