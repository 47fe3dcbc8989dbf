import { type SecurityEvent, securityEmail } from "@/lib/mail/security-emails";
import type { Uses } from "@/lib/services";

/**
 * Notifies an account's address of a change, if e-mail is configured. Call it after the commit. Returns
 * immediately and never fails; at most 20 such e-mails per hour and address.
 */
export function sendSecurityEmail(
  { mail, settings, signInLimits }: Uses<"mail" | "settings" | "signInLimits">,
  to: string,
  event: SecurityEvent,
): void {
  mail.send(
    async () =>
      (await signInLimits.countSecurityEmail(to))
        ? securityEmail({ to, event, appUrl: settings.appUrl })
        : null,
    "account",
  );
}
