import { browserName } from "@/lib/browser-name";
import { PRODUCT } from "@/lib/product";

import { type AccessEvent, describeAccess } from "./access-events";
import { emailText, nameInText } from "./emails";
import type { Mail } from "./mailer";

// What happened to the second factor, each as subject and sentence.
const SECOND_FACTOR = {
  enabled: [
    "Two-factor authentication was turned on for your",
    "Signing in now also asks for a code of an authenticator app: one was added to the",
  ],
  removed: [
    "Two-factor authentication was turned off for your",
    "A password is now enough to sign in: two-factor authentication was turned off for the",
  ],
  app_removed: [
    "An authenticator app was removed from your",
    "Signing in now also asks for a passkey instead of a code: the authenticator app was removed from the",
  ],
  codes_renewed: [
    "New recovery codes for your",
    "New recovery codes were created, and earlier ones no longer work, for the",
  ],
  code_used: [
    "A recovery code was used for your",
    "A recovery code was used instead of an authenticator app or a passkey to sign in to the",
  ],
} as const;

/** A change to an account that its owner must know about; providers by display name. */
export type SecurityEvent =
  | AccessEvent
  | { type: "account_created" }
  | { type: "account_deleted" }
  | { type: "email_change_requested"; email: string }
  | { type: "email_changed"; email: string }
  | { type: "identity_connected"; provider: string }
  | { type: "identity_disconnected"; provider: string }
  | { type: "new_device"; address: string; userAgent: string }
  | { type: "password_changed" }
  | { type: "second_factor"; happened: keyof typeof SECOND_FACTOR }
  | { type: "passkey"; happened: "added" | "removed"; name: string }
  | { type: "password_reset"; disconnected: readonly string[] };

/**
 * Tells the owner of an account what happened and what to do if it wasn't them. The only link is the
 * page that requests a password reset, so an e-mail read by someone else gives no access.
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
  const advice = advise(event, appUrl);
  return { to, subject, text: emailText(...happened, ...advice) };
}

function advise(event: SecurityEvent, appUrl: URL): string[] {
  // A reset no longer helps: there is no account, or its e-mails go elsewhere.
  if (event.type === "account_deleted" || event.type === "email_changed")
    return [`If this wasn't you, write to the operator of ${appUrl.host}.`];
  if (event.type === "role_changed")
    return [`If you didn't expect this, ask an owner of the organisation.`];
  const reset = [
    `If this wasn't you, reset your password at ${new URL("/forgot-password", appUrl).href}`,
    `A reset ends every session, command-line login and mount, and disconnects every other way to sign in.`,
  ];
  if (event.type === "api_key")
    return [...reset, "API keys work on after a reset. Revoke this one in the console."];
  if (event.type !== "passkey" || event.happened !== "added") return reset;
  return [
    ...reset,
    "Passkeys then work only after your new password. Remove this one under Account.",
  ];
}

function describe(event: SecurityEvent, to: string): [subject: string, ...text: string[]] {
  const account = `${PRODUCT} account ${to}`;
  if (event.type === "account_created")
    return [`Your ${PRODUCT} account was created`, `The ${account} was created.`];
  if (event.type === "account_deleted")
    return [`Your ${PRODUCT} account was deleted`, `The ${account} was deleted.`];
  if (event.type === "email_change_requested")
    return [
      `A new address was requested for your ${PRODUCT} account`,
      `Someone signed in to the ${account} asked to change its address to ${event.email}. A link sent there confirms it within an hour.`,
    ];
  if (event.type === "email_changed")
    return [
      `The address of your ${PRODUCT} account was changed`,
      `The ${account} now has the address ${event.email}. This address can no longer be used to sign in.`,
    ];
  if (event.type === "new_device")
    return [
      `New sign-in to your ${PRODUCT} account`,
      `Someone signed in to the ${account} in a browser that had not been used for it before.`,
      `IP address: ${event.address}`,
      // The header itself is whatever its sender wants this e-mail to say.
      `Browser: ${browserName(event.userAgent)}`,
    ];
  if (event.type === "password_changed")
    return [
      `Your ${PRODUCT} password was changed`,
      `The password of the ${account} was changed. Other sessions, command-line logins and mounts have ended.`,
    ];
  if (event.type === "second_factor") {
    const [subject, what] = SECOND_FACTOR[event.happened];
    return [`${subject} ${PRODUCT} account`, `${what} ${account}.`];
  }
  if (event.type === "passkey") return describePasskey(event, account);
  if (event.type === "api_key" || event.type === "login_approved" || event.type === "role_changed")
    return describeAccess(event, account);
  if (event.type === "password_reset")
    return [`Your ${PRODUCT} password was reset`, ...describeReset(account, event.disconnected)];
  const provider = nameInText(event.provider);
  if (event.type === "identity_connected")
    return [
      `${provider} was connected to your ${PRODUCT} account`,
      `${provider} was connected to the ${account}. It can now sign in without your password.`,
    ];
  return [
    `${provider} was disconnected from your ${PRODUCT} account`,
    `${provider} was disconnected from the ${account}. It can no longer sign in to it.`,
  ];
}

function describePasskey(
  { happened, name }: Extract<SecurityEvent, { type: "passkey" }>,
  account: string,
): [string, string] {
  const passkey = `The passkey ${nameInText(name)}`;
  return happened === "added"
    ? [
        `A passkey was added to your ${PRODUCT} account`,
        `${passkey} was added to the ${account}. It can now sign in without your password.`,
      ]
    : [
        `A passkey was removed from your ${PRODUCT} account`,
        `${passkey} was removed from the ${account}. It can no longer sign in to it.`,
      ];
}

function describeReset(account: string, disconnected: readonly string[]): string[] {
  const reset = `The password of the ${account} was reset. Every session, command-line login and mount has ended.`;
  if (disconnected.length === 0) return [reset];
  const names = disconnected.map(nameInText).join(", ");
  return [reset, `Disconnected: ${names}. To sign in with it again, connect it under Account.`];
}
