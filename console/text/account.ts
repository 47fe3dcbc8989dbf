import { countOf } from "./sizes";

const joinNames = (names: readonly string[]) => new Intl.ListFormat("en").format(names);

/** Your own sessions, logins, password, identities and organisations. */
export const text = {
  title: "Account",
  thisBrowser: "This browser",
  lastUsed: "last used",
  usedFrom: (name: string, address: string) => `${name} from ${address}`,
  actionOn: (action: string, name: string) => `${action} ${name}`,
  signOut: "Sign out",

  sections: "Sections",
  profile: "Profile",
  security: "Security",
  dangerZone: "Danger zone",
  nameAndEmail: "Name and e-mail",
  profileHint: "Members of your organisations see your name and address.",
  saveName: "Save name",
  newEmail: "New e-mail",
  newEmailHint: "We'll send a link there. Your address changes once you open it.",
  changeEmail: "Send link",
  emailSent: (email: string) =>
    `We've sent a link to ${email}. Open it within an hour; until then nothing changes.`,
  emailByOperator: (email: string) =>
    `Your address is ${email}. This service doesn't send e-mail. Ask its operator to change your address.`,

  sessions: "Sessions",
  browsers: "Browsers",
  sessionsHint: "Where you're signed in. Revoking one also ends the mounts made in it.",
  noSessions: "No active sessions",
  logins: "Command-line logins",
  loginsHint:
    "Command-line clients that act as you until you revoke them, which also ends their mounts.",
  noLogins: "No command-line logins",
  revoke: "Revoke",

  identities: "Other ways to sign in",
  identitiesHint: "A connected identity signs you in without your password.",
  noIdentities: "No connected identities",
  connected: "Connected",
  notOffered: "no longer offered here",
  connect: (provider: string) => `Connect ${provider}`,
  disconnect: "Disconnect",

  password: "Password",
  passwordHint: "Changing it ends your other sessions, command-line logins and mounts.",
  passwordChanged:
    "Your password has been changed. Other sessions, command-line logins and mounts have ended.",
  currentPassword: "Current password",
  newPassword: "New password",
  changePassword: "Change password",
  passwordErrors: { forbidden: "The current password is wrong." },

  factor: "Two-factor authentication",
  factorHint: "Require a code from an app or a passkey after your password.",
  factorOff: "Off. Your password alone is enough to sign in.",
  appOff: "No authenticator app. Your passkeys are your second factor.",
  factorOn: "Authenticator app on since",
  codesLeft: (count: number) =>
    count === 0 ? "No recovery codes left" : `${countOf(count, "recovery code")} left`,
  turnOn: "Turn on",
  turnOff: "Turn off",
  turnOffTitle: "Turn off two-factor authentication?",
  turnOffWarning:
    "Your password alone is then enough to sign in, and your recovery codes stop working.",
  addApp: "Add app",
  removeApp: "Remove app",
  removeAppTitle: "Remove the authenticator app?",
  removeAppWarning: "After your password, signing in then asks for a passkey or a recovery code.",
  losesAccess: (organisations: readonly string[]) =>
    `You can't reach ${joinNames(organisations)} until you turn on two-factor authentication again.`,
  renewCodes: "New recovery codes",
  renewTitle: "Create new recovery codes?",
  renewWarning: "Your earlier recovery codes stop working.",
  renewSubmit: "Create",
  enrolTitle: "Add an authenticator app",
  enrolHint: "Scan this with an app such as Google Authenticator, 1Password or Aegis.",
  qrCode: "QR code for your authenticator app",
  secretKey: "Can't scan it? Enter this key in the app",
  enrolCode: "6-digit code",
  enrolSubmit: "Turn on",
  enrolErrors: {
    second_factor_invalid: "The code is wrong. Check your phone's clock and enter the next code.",
  },
  codesTitle: "Save your recovery codes",
  codesHint:
    "Each signs you in once, after your password, if you lose your phone or passkeys. They're shown only now: keep them where you keep your passwords.",
  copyCodes: "Copy recovery codes",
  codesSaved: "I've saved them",

  endOthers: "Sign out everywhere else",
  endOthersTitle: "Sign out everywhere else?",
  endOthersWarning:
    "Your other browsers, command-line logins and mounts lose access at once. This browser stays signed in.",

  delete: "Delete account",
  deleteHint: "Ends your access everywhere. API keys you created stay with their organisations.",
  deleteTitle: "Delete your account?",
  deleteWarning:
    "You lose access to all your organisations, and webhooks you created are disabled. This can't be undone.",
  deleteErrors: {
    last_owner:
      "You're the only owner of an organisation. Make someone else an owner or delete the organisation, then try again.",
  },

  organisations: "Organisations",
  noOrganisations: "You're not in an organisation yet. Create one or ask for an invitation.",
} as const;
