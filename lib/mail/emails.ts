import { PRODUCT } from "@/lib/product";

import type { Mail } from "./mailer";

/** Invites an address into an organisation; the link in it proves that its mail reaches the person. */
export function invitationLetter({
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
    text: letter(
      `You are invited to join ${oneLine(organisation)} on ${PRODUCT}.`,
      `Open this link within seven days. It proves that this address is yours, so don't forward it:`,
      url,
      `If you do not know what this is about, you can ignore it.`,
    ),
  };
}

/** Lets whoever reads the mail of an address set a new password. */
export function passwordResetLetter({ to, url }: { to: string; url: string }): Mail {
  return {
    to,
    subject: `A new password for ${PRODUCT}`,
    text: letter(
      `Somebody, probably you, asked for a new password for ${to} on ${PRODUCT}.`,
      `This link works once, within an hour. It also signs you out everywhere:`,
      url,
      `If it was not you, you can ignore this; your password stays as it is.`,
    ),
  };
}

/** The text of a letter. */
export const letter = (...paragraphs: string[]) => `${paragraphs.join("\n\n")}\n`;
/** A name that people chose, as it may stand in a line of a letter. */
export const oneLine = (text: string) => text.replace(/\s+/g, " ");
