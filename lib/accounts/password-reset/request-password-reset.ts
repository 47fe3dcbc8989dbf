import type { VisitorContext } from "@/lib/auth/context";
import { passwordResetEmail } from "@/lib/mail/emails";

import { createPasswordReset } from "./create-password-reset";

/**
 * Sends a password reset link to an address, if it has an account and e-mail is configured. All work happens
 * after the response, which therefore does not reveal whether there is an account (spec 4.9).
 * @throws AppError `rate_limited` only by the caller's IP address; a full quota of e-mails is not reported
 */
export async function requestPasswordReset(
  { address, services }: VisitorContext,
  { email }: { email: string },
): Promise<Record<string, never>> {
  const { db, mail, settings, signInLimits } = services;
  const requested = await signInLimits.countReset({ address, email });
  if (requested) {
    mail.send(async () => {
      const made = await createPasswordReset(db, { email, appUrl: settings.appUrl, by: "visitor" });
      return made === null ? null : passwordResetEmail({ to: email, url: made.url });
    }, "account");
  }
  return {};
}
