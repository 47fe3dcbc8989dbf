import { createHash } from "node:crypto";

import { checkAssertion } from "@/lib/accounts/passkeys/check-assertion";
import { readAssertion } from "@/lib/accounts/passkeys/sign-in-with-passkey";
import type { Device } from "@/lib/auth/device-cookie";
import type { HalfSignIn } from "@/lib/auth/half-cookie";
import { AppError } from "@/lib/errors";
import { sendSecurityEmail } from "@/lib/mail/send-security-email";
import type { Uses } from "@/lib/services";

import { spendCode } from "./spend-code";

/** A code of an authenticator app or a recovery code, or the JSON of an assertion. */
export type SecondProof = { code: string } | { passkey: string };

type Input = {
  half: HalfSignIn;
  proof: SecondProof;
  /** The browser that asked for an assertion, from its cookie. */
  ceremony: string | null;
  address: string;
  requestId: string;
  device: Device | null;
};

type Needed = Uses<"db" | "keys" | "mail" | "settings" | "signInLimits">;

/** How an unfinished sign-in names the password that was right, without its hash. */
export const passwordDigest = (hash: string) =>
  createHash("sha256").update(hash).digest("base64url");

/**
 * Completes a sign-in with a code or a passkey (spec 3.21, 3.26). Both are counted before they are checked; a browser in
 * which the user signed in before has attempts of its own.
 * @returns the user and the proof that openSession checks again
 * @throws AppError `second_factor_invalid`, `passkey_invalid`, `unauthenticated` if the password has changed since,
 *   `rate_limited`
 */
export async function finishSignIn(services: Needed, input: Input) {
  const { db, signInLimits } = services;
  const { half, address, device } = input;
  const { userId, by } = half;
  const known = device?.users.includes(userId) === true ? device.id : undefined;
  const who = { address, userId, known };
  await signInLimits.countCode(who);
  const user = await db.user.findUnique({ where: { id: userId } });
  if (user === null) throw new AppError("unauthenticated");
  const { name, email, password_hash: hash } = user;
  if ("password" in by && (hash === null || passwordDigest(hash) !== by.password))
    throw new AppError("unauthenticated");
  const used = await spend(services, input);
  await signInLimits.forgetCode(who);
  if (used.secondFactor === "recovery_code")
    sendSecurityEmail(services, email, { type: "second_factor", happened: "code_used" });
  const entered = { id: userId, name, ...used };
  if ("password" in by) return { ...entered, ...(hash !== null && { passwordHash: hash }) };
  const identified = { ...entered, identityId: by.identity };
  // The authenticator has just verified the user, which confirms who they are (spec 3.20).
  if (used.secondFactor === "passkey") return identified;
  return { ...identified, authenticatedAt: new Date(by.authenticatedAt) };
}

async function spend(services: Needed, { half, proof, ceremony, address, requestId }: Input) {
  const { userId } = half;
  if ("code" in proof) {
    const input = { userId, code: proof.code, state: "confirmed" as const };
    const kind = await services.db.$transaction((tx) => spendCode(tx, services, input));
    if (kind === null) throw new AppError("second_factor_invalid");
    return { secondFactor: kind };
  }
  const credential = readAssertion(proof.passkey);
  if (ceremony === null) throw new AppError("passkey_invalid");
  const use = { purpose: "second_factor" as const, boundTo: ceremony };
  const caller = { address, requestId };
  const { id } = await checkAssertion(services, { use, credential, userId, caller });
  return { secondFactor: "passkey" as const, passkeyId: id };
}
