import type { VisitorContext } from "@/lib/auth/context";
import { passwordResetLetter } from "@/lib/mail/emails";

import { createPasswordReset } from "./create-password-reset";

/**
 * Sends a link for a new password to an address, if it has an account and mail is set up. Whether it has one makes no
 * difference to the answer: looking, writing and sending come after it (spec 4.9).
 * @throws AppError `rate_limited` by the caller's address alone; an address with enough letters just gets no more
 */
export async function requestPasswordReset(
  { address, services }: VisitorContext,
  { email }: { email: string },
): Promise<Record<string, never>> {
  const { db, mail, settings, signInLimits } = services;
  const wanted = await signInLimits.countReset({ address, email });
  if (wanted) {
    mail.send(async () => {
      const made = await createPasswordReset(db, { email, appUrl: settings.appUrl, by: "visitor" });
      return made === null ? null : passwordResetLetter({ to: email, url: made.url });
    });
  }
  return {};
}
