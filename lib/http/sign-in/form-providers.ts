import { createHash } from "node:crypto";

import type { AuthOptions } from "next-auth";

import { signInWithPasskey } from "@/lib/accounts/passkeys/sign-in-with-passkey";
import { finishSignIn, passwordDigest } from "@/lib/accounts/second-factor/finish-sign-in";
import { signInWithPassword } from "@/lib/accounts/sign-in";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import type { Services } from "@/lib/services";

import type { Entered, Visit } from "./visit";

type Provider = AuthOptions["providers"][number];
type Enter = (user: Entered) => Entered;
type Fields = Record<string, string>;

/** The sign-in by password or passkey, and the second step, whose first is in the cookie. Each reports who has signed in. */
export function formProviders(services: Services, visit: Visit, enter: Enter): Provider[] {
  const password = ({ email = "", password: given = "" }: Fields) =>
    checkPassword(services, visit, enter, { email, password: given });
  const passkey = async ({ passkey: given = "" }: Fields) =>
    enter(await signInWithPasskey(services, { passkey: given, ...visit }));
  const second = async ({ code = "", passkey: given }: Fields) => {
    const { half } = visit;
    if (half === null) throw new AppError("unauthenticated");
    const proof = given === undefined ? { code } : { passkey: given };
    return enter(await finishSignIn(services, { ...visit, half, proof }));
  };
  return [
    provider("credentials", "Password", visit, password),
    provider("passkey", "Passkey", visit, passkey),
    provider("second-factor", "Second factor", visit, second),
  ];
}

async function checkPassword(
  services: Services,
  visit: Visit,
  enter: Enter,
  given: { email: string; password: string },
): Promise<Entered | null> {
  const { address, device } = visit;
  const found = await signInWithPassword(services, { ...given, address, device });
  if (found === null) {
    logRefusal(visit, given.email, "wrong password");
    return null;
  }
  const { user, needsCode } = found;
  if (!needsCode) return enter(user);
  visit.half = { userId: user.id, by: { password: passwordDigest(user.passwordHash) } };
  visit.failure = new AppError("second_factor_code_required");
  return null;
}

function provider(
  id: string,
  name: string,
  visit: Visit,
  check: (fields: Fields) => Promise<Entered | null>,
): Provider {
  return {
    id,
    name,
    type: "credentials",
    credentials: {},
    async authorize(fields = {}) {
      try {
        return await check(fields);
      } catch (error) {
        const who = fields["email"] ?? visit.half?.userId ?? "";
        if (error instanceof AppError) logRefusal(visit, who, error.code);
        visit.failure = error;
        return null;
      }
    },
  };
}

// What was typed may be a password, so only a digest of it is logged.
function logRefusal({ address, requestId }: Visit, email: string, reason: string): void {
  const digest = createHash("sha256").update(email.trim().toLowerCase()).digest("hex").slice(0, 16);
  log.warn({ requestId, address, email_digest: digest, reason }, "sign-in refused");
}
