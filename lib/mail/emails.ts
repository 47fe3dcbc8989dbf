import { listenerAt } from "@/lib/contract/listener-url";
import { TEST_INBOX_HOST } from "@/lib/contract/test-inbox-url";
import { PRODUCT } from "@/lib/product";

import type { Mail } from "./mailer";

/** Invites an address to an organisation; opening its link verifies the address. */
export function invitationEmail({
  to,
  organisation,
  inviter,
  url,
}: {
  to: string;
  organisation: string;
  inviter: { name: string; email: string };
  url: string;
}): Mail {
  const by = `${nameInText(inviter.name)} (${inviter.email})`;
  return {
    to,
    subject: `Invitation to ${nameInText(organisation)} on ${PRODUCT}`,
    text: emailText(
      `${by} invites you to join the organisation “${nameInText(organisation)}” on ${PRODUCT}.`,
      `Open this link within seven days to accept. It verifies your address, so don't forward it:`,
      url,
      `If you didn't expect this invitation, you can ignore this e-mail.`,
    ),
  };
}

/** Notifies an owner that the organisation was deleted. */
export function organisationDeletedEmail({
  to,
  organisation,
  by,
}: {
  to: string;
  organisation: string;
  by: string;
}): Mail {
  const name = nameInText(organisation);
  return {
    to,
    subject: `${name} was deleted on ${PRODUCT}`,
    text: emailText(
      `${nameInText(by)} deleted the organisation “${name}” on ${PRODUCT} with all its filesystems, API keys and webhooks.`,
      `It cannot be restored. If you didn't expect this, write to the operator of the service.`,
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

/** Sends the link that gives an account the address it is sent to. */
export function changeAddressEmail({
  to,
  from,
  url,
}: {
  to: string;
  from: string;
  url: string;
}): Mail {
  return {
    to,
    subject: `Confirm your new ${PRODUCT} address`,
    text: emailText(
      `The ${PRODUCT} account ${from} is to have the address ${to}.`,
      `Confirm it with this link, signed in to that account. It works once and expires in one hour:`,
      url,
      `If this isn't your account, ignore this e-mail; nothing changes.`,
    ),
  };
}

/** Tells an address that it already has an account, so another one can't have it. */
export function addressTakenEmail({ to }: { to: string }): Mail {
  return {
    to,
    subject: `${to} already has a ${PRODUCT} account`,
    text: emailText(
      `Someone asked to use ${to} for another ${PRODUCT} account. It already has one, so nothing was changed.`,
      `If this was you, sign in with this address, or delete its account first.`,
    ),
  };
}

/** The text of an e-mail, paragraph by paragraph. */
export const emailText = (...paragraphs: string[]) => `${paragraphs.join("\n\n")}\n`;

/** Why someone gets an e-mail of an organisation, and where they change it (spec 7.38). */
export const whyAlerted = (
  alerts: string,
  { org_id, organisation, appUrl }: { org_id: string; organisation: string; appUrl: URL },
): [string, string] => [
  `You receive this e-mail because alerts about ${alerts} are on in your notification settings for ${nameInText(organisation)}. Change them:`,
  new URL(`/o/${org_id}/settings/notifications`, appUrl).href,
];

/** What a webhook is called in an e-mail, by the host of its URL. */
export function hostInText(host: string): string {
  if (host === TEST_INBOX_HOST) return "the test inbox";
  return listenerAt(host) === null ? host : "a listener";
}

const MAX_NAME = 80;
/**
 * A name that a user chose, as text of an e-mail: short and on one line, which could forge headers or paragraphs, and
 * without what mail programs turn into links.
 */
export const nameInText = (name: string) =>
  name
    .replace(/\s+/g, " ")
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[.:/@\\。．｡](?=\S)/g, "·")
    .slice(0, MAX_NAME);
