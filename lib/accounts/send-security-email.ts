import { type SecurityEvent, securityEmail } from "@/lib/mail/security-emails";
import type { Uses } from "@/lib/services";

/**
 * Tells an account's address what happened to the account, where a mail server is set up. Call it after the commit. It
 * returns at once and never fails; an address that has been sent 20 within an hour gets no more of them.
 */
export function sendSecurityEmail(
  { mail, settings, signInLimits }: Uses<"mail" | "settings" | "signInLimits">,
  to: string,
  event: SecurityEvent,
): void {
  mail.send(async () =>
    (await signInLimits.countSecurityEmail(to))
      ? securityEmail({ to, event, appUrl: settings.appUrl })
      : null,
  );
}
