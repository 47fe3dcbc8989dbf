import { stepAt, totpCode } from "@/lib/accounts/second-factor/totp";

import type { TestService } from "./service";
import { callAs, type TestUser } from "./user";

export const FACTOR = "/api/v1/me/second-factor";

/** A code of the authenticator app that is right now; `offset` counts steps of 30 s. */
export const codeOf = (secret: string, offset = 0): string =>
  totpCode(secret, stepAt(Date.now() / 1000) + offset);

/** Lets the codes of the present steps work again, as if minutes had passed since the last one. */
export async function forgetLastCode({ services }: TestService, userId: string): Promise<void> {
  await services.db.second_factor.update({ where: { user_id: userId }, data: { last_step: 0 } });
}

/** Turns on two-factor authentication for a user. */
export async function enrol(service: TestService, user: TestUser) {
  const { body: started } = await callAs(service, user, "POST", FACTOR);
  const secret: string = started.secret;
  const code = codeOf(secret);
  const confirmed = await callAs(service, user, "POST", `${FACTOR}:confirm`, { code });
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body));
  await forgetLastCode(service, user.id);
  const recoveryCodes: string[] = confirmed.body.recovery_codes;
  return { secret, recoveryCodes };
}
