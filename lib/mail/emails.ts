import { PRODUCT } from "@/lib/product";

import type { Mail } from "./mailer";

/** Invites an address to an organisation; opening its link verifies the address. */
export function invitationEmail({
  to,
  organisation,
  url,
}: {
  to: string;
  organisation: string;
  url: string;
}): Mail {
  return {
    to,
    subject: `Invitation to ${oneLine(organisation)} on ${PRODUCT}`,
    text: emailText(
      `You have been invited to join ${oneLine(organisation)} on ${PRODUCT}.`,
      `Open this link within seven days to accept. It verifies your address, so don't forward it:`,
      url,
      `If you didn't expect this invitation, you can ignore this e-mail.`,
    ),
  };
}

/** Sends a password reset link to an account's address. */
export function passwordResetEmail({ to, url }: { to: string; url: string }): Mail {
  return {
    to,
    subject: `Reset your ${PRODUCT} password`,
    text: emailText(
      `We received a request to reset the password of the ${PRODUCT} account ${to}.`,
      `Set a new password with this link. It works once and expires in one hour; using it signs you out everywhere:`,
      url,
      `If you didn't request this, ignore this e-mail; your password stays the same.`,
    ),
  };
}

/** The text of an e-mail, paragraph by paragraph. */
export const emailText = (...paragraphs: string[]) => `${paragraphs.join("\n\n")}\n`;
/** A user-chosen name without line breaks, which could forge headers or paragraphs. */
export const oneLine = (text: string) => text.replace(/\s+/g, " ");
