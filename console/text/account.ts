/** Your own sessions, logins, password, identities and organisations. */
export const text = {
  title: "Account",
  thisBrowser: "This browser",
  lastUsed: "last used",
  usedFrom: (name: string, address: string) => `${name} from ${address}`,
  actionOn: (action: string, name: string) => `${action} ${name}`,
  signOut: "Sign out",
  retrySignOut: "Try signing out again",

  sessions: "Sessions",
  sessionsHint: "Browsers where you're signed in.",
  noSessions: "No active sessions",
  logins: "Command-line logins",
  loginsHint: "Command-line clients that act as you until you revoke them.",
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

  organisations: "Organisations",
  noOrganisations: "You're not in an organisation yet. Create one or ask for an invitation.",
} as const;
