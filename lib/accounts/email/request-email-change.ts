import { audit } from "@/lib/audit/record";
import type { UserContext } from "@/lib/auth/context";
import { holdCaller } from "@/lib/auth/hold-caller";
import { hashToken, newToken } from "@/lib/auth/token";
import { AppError } from "@/lib/errors";
import { addressTakenEmail, changeAddressEmail } from "@/lib/mail/emails";
import { sendSecurityEmail } from "@/lib/mail/send-security-email";

const HOUR_MS = 60 * 60 * 1000;

/**
 * Sends a link to the address that the caller's account is to have, and notifies the present one. The link works for
 * an hour and replaces an earlier one (spec 4.48). Whether the new address has an account is only told to that address.
 * @param input.email in lower case
 * @throws AppError `email_not_configured`; `rate_limited` by the caller's IP address. A full quota of e-mails to an
 *   address is not reported.
 */
export async function requestEmailChange(
  ctx: UserContext,
  { email }: { email: string },
): Promise<Record<string, never>> {
  const { actor, address, services } = ctx;
  const { db, mail, settings, signInLimits } = services;
  if (settings.mail.url === undefined) throw new AppError("email_not_configured");
  const mayBeSent = await signInLimits.countEmailChange({ address, email });
  const token = newToken("tmkec_");
  const pending = {
    hash: new Uint8Array(hashToken(token)),
    email,
    expires_at: new Date(Date.now() + HOUR_MS),
  };
  await db.$transaction(async (tx) => {
    await holdCaller(tx, actor);
    const user_id = actor.id;
    await tx.email_change.upsert({
      where: { user_id },
      create: { user_id, ...pending },
      update: pending,
    });
    const target = { type: "user", id: user_id };
    await audit(tx, ctx, { action: "email_change.requested", target, details: { email } });
  });
  sendSecurityEmail(services, actor.email, { type: "email_change_requested", email });
  if (!mayBeSent) return {};
  mail.send(async () => {
    if ((await db.user.findUnique({ where: { email } })) !== null)
      return addressTakenEmail({ to: email });
    const url = new URL("/confirm-email", settings.appUrl);
    url.hash = token;
    return changeAddressEmail({ to: email, from: actor.email, url: url.href });
  }, "account");
  return {};
}
