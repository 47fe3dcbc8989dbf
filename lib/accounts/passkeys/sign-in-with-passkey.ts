import type { Device } from "@/lib/auth/device-cookie";
import { Assertion } from "@/lib/contract/passkeys";
import { AppError } from "@/lib/errors";
import type { Uses } from "@/lib/services";

import { checkAssertion } from "./check-assertion";

type Input = {
  /** The JSON of an assertion. */
  passkey: string;
  /** The browser that asked for it, from its cookie. */
  ceremony: string | null;
  address: string;
  requestId: string;
  device: Device | null;
};

/**
 * The user of a passkey, which is both factors: an authenticator, and what unlocks it. Counted before it is checked, like
 * a password.
 * @returns the user, and the proof that openSession checks again
 * @throws AppError `passkey_invalid`, also for one that no account has; `account_disabled`, `rate_limited`,
 *   `passkeys_unavailable`
 */
export async function signInWithPasskey(
  services: Uses<"db" | "settings" | "signInLimits">,
  { passkey, ceremony, device, address, requestId }: Input,
) {
  const credential = readAssertion(passkey);
  const known = await findDevice(services, credential, device);
  // By the passkey and not the account: wrong passwords from elsewhere must not lock it.
  const who = { address, email: `passkey:${credential.id}`, known };
  await services.signInLimits.countPassword(who);
  if (ceremony === null) throw new AppError("passkey_invalid");
  const use = { purpose: "sign_in" as const, boundTo: ceremony };
  const used = await checkAssertion(services, {
    use,
    credential,
    caller: { address, requestId },
  });
  // A reset of the password ends what a thief may have added.
  if (!used.signs_in) throw new AppError("passkey_invalid");
  await services.signInLimits.forgetPassword(who);
  if (used.user.disabled_at !== null) throw new AppError("account_disabled");
  return { id: used.user.id, name: used.user.name, passkeyId: used.id };
}

/** An assertion from its JSON. @throws AppError `passkey_invalid` */
export function readAssertion(text: string): Assertion {
  try {
    return Assertion.parse(JSON.parse(text));
  } catch {
    throw new AppError("passkey_invalid");
  }
}

/** The browser's id if the passkey's user signed in there before. */
async function findDevice({ db }: Uses<"db">, { id }: Assertion, device: Device | null) {
  const credential_id = new Uint8Array(Buffer.from(id, "base64url"));
  const select = { user_id: true };
  const found = await db.passkey.findUnique({ where: { credential_id }, select });
  return found !== null && device?.users.includes(found.user_id) === true ? device.id : undefined;
}
