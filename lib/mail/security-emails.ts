import { PRODUCT } from "@/lib/product";

import { letter, oneLine } from "./emails";
import type { Mail } from "./mailer";

/** What happened to an account that its owner should know of; providers by their names for people. */
export type SecurityEvent =
  | { type: "account_created" }
  | { type: "identity_connected"; provider: string }
  | { type: "identity_disconnected"; provider: string }
  | { type: "password_changed" }
  | { type: "password_reset"; disconnected: readonly string[] };

/**
 * Tells the owner of an address what happened to their account, and what to do if it wasn't them. Its only link is the
 * page that asks for a password reset: an e-mail that someone else reads must not open anything.
 */
export function securityEmail({
  to,
  event,
  appUrl,
}: {
  to: string;
  event: SecurityEvent;
  appUrl: URL;
}): Mail {
  const [subject, ...happened] = describe(event, to);
  const reset = new URL("/forgot-password", appUrl).href;
  return {
    to,
    subject,
    text: letter(
      ...happened,
      `If this wasn't you, reset your password at ${reset}`,
      `A reset ends every session, command-line login and mount, and disconnects every other way to sign in.`,
    ),
  };
}

function describe(event: SecurityEvent, to: string): [subject: string, ...text: string[]] {
  const account = `${PRODUCT} account ${to}`;
  if (event.type === "account_created")
    return [`Your ${PRODUCT} account was created`, `The ${account} was created.`];
  if (event.type === "password_changed")
    return [
      `Your ${PRODUCT} password was changed`,
      `The password of the ${account} was changed. Other sessions, command-line logins and mounts have ended.`,
    ];
  if (event.type === "password_reset")
    return [`Your ${PRODUCT} password was reset`, ...describeReset(account, event.disconnected)];
  const provider = oneLine(event.provider);
  if (event.type === "identity_connected")
    return [
      `${provider} was connected to your ${PRODUCT} account`,
      `${provider} was connected to the ${account}. It now signs in without your password.`,
    ];
  return [
    `${provider} was disconnected from your ${PRODUCT} account`,
    `${provider} was disconnected from the ${account}. It can no longer sign in to it.`,
  ];
}

function describeReset(account: string, disconnected: readonly string[]): string[] {
  const reset = `The password of the ${account} was reset. Every session, command-line login and mount has ended.`;
  if (disconnected.length === 0) return [reset];
  const names = disconnected.map(oneLine).join(", ");
  return [reset, `Disconnected: ${names}. To sign in with it again, connect it under Account.`];
}
