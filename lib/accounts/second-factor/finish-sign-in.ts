import { createHash } from "node:crypto";

import { sendSecurityEmail } from "@/lib/accounts/send-security-email";
import type { Device } from "@/lib/auth/device-cookie";
import type { HalfSignIn } from "@/lib/auth/half-cookie";
import { AppError } from "@/lib/errors";
import type { Uses } from "@/lib/services";

import { spendCode } from "./spend-code";

type Input = { half: HalfSignIn; code: string; address: string; device: Device | null };

/** How an unfinished sign-in names the password that was right, without its hash. */
export const passwordDigest = (hash: string) =>
  createHash("sha256").update(hash).digest("base64url");

/**
 * Completes a sign-in with a code (spec 3.21). Codes are counted before they are checked; a browser in which the user
 * signed in before has attempts of its own.
 * @returns the user and the proof that openSession checks again
 * @throws AppError `second_factor_invalid`, `unauthenticated` if the password has changed since, `rate_limited`
 */
export async function finishSignIn(
  services: Uses<"db" | "keys" | "mail" | "settings" | "signInLimits">,
  { half: { userId, by }, code, address, device }: Input,
) {
  const { db, signInLimits } = services;
  const known = device?.users.includes(userId) === true ? device.id : undefined;
  const who = { address, userId, known };
  await signInLimits.countCode(who);
  const user = await db.user.findUnique({ where: { id: userId } });
  if (user === null) throw new AppError("unauthenticated");
  const { name, email, password_hash: hash } = user;
  if ("password" in by && (hash === null || passwordDigest(hash) !== by.password))
    throw new AppError("unauthenticated");
  const input = { userId, code, state: "confirmed" as const };
  const kind = await db.$transaction((tx) => spendCode(tx, services, input));
  if (kind === null) throw new AppError("second_factor_invalid");
  await signInLimits.forgetCode(who);
  if (kind === "recovery_code")
    sendSecurityEmail(services, email, { type: "second_factor", happened: "code_used" });
  const entered = { id: userId, name, secondFactor: kind };
  if ("password" in by) return { ...entered, ...(hash !== null && { passwordHash: hash }) };
  return { ...entered, identityId: by.identity, authenticatedAt: new Date(by.authenticatedAt) };
}
