import { keepCeremony } from "@/lib/auth/ceremony-cookie";
import type { VisitorContext } from "@/lib/auth/context";
import { readHalfSignIn } from "@/lib/auth/half-cookie";
import { AppError } from "@/lib/errors";

import { requestOptions } from "./request-options";

/**
 * Starts a sign-in with a passkey: alone, by any user, or as the second step of the browser's unfinished sign-in
 * (spec 4.51).
 * @param header the request's cookies
 * @returns what the browser asks for, and the `Set-Cookie` that binds the challenge to it
 * @throws AppError `unauthenticated` for a second step without a first, `passkeys_unavailable`
 */
export async function startPasskeySignIn(
  { services }: VisitorContext,
  { step }: { step: "sign_in" | "second_factor" },
  header: string | null,
) {
  const half = step === "sign_in" ? null : await readHalfSignIn(services.settings, header);
  if (step === "second_factor" && half === null) throw new AppError("unauthenticated");
  const { digest, cookie } = keepCeremony(services.settings, header);
  const use = { purpose: step, boundTo: digest };
  return { cookie, options: await requestOptions(services, use, half?.userId ?? null) };
}
