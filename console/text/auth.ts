/** What the pages for people without a session share. */
const disabled = "This account is disabled. Ask the operator of this service.";

export const text = {
  email: "E-mail",
  password: "Password",
  newPassword: "New password",
  yourName: "Your name",
  incompleteLink:
    "This page needs the full link. For your security we forget it when you reload: open the link again.",
  goToSignIn: "Go to sign-in",
} as const;

export const signInText = {
  title: "Sign in",
  description: "You need an invitation to create an account.",
  ended: "Your session has ended. Sign in to continue where you were.",
  submit: "Sign in",
  forgotPassword: "Forgot your password?",
  or: "or",
  continueWith: (provider: string) => `Continue with ${provider}`,
  errors: {
    unauthenticated: "Wrong e-mail or password.",
    account_disabled: disabled,
  },
  providerErrors: {
    unauthenticated: "This way to sign in isn't available right now. Use your password.",
  },
  code: "Code",
  codeHint: "From your authenticator app, or one of your recovery codes.",
  codeSubmit: "Verify",
  restart: "Use another account",
  codeErrors: {
    second_factor_invalid: "The code is wrong or was already used. Wait for the next one.",
    unauthenticated: "This took too long, or your password has changed. Start again.",
    account_disabled: disabled,
  },
  refused: "Sign-in failed. Try again, or use your password.",
} as const;

/** Why signing in with a provider was refused, by the code that the sign-in library puts in the address. */
export const signInRefusals: Readonly<Record<string, string>> = {
  AccessDenied:
    "This identity isn't connected to an account. Ask for an invitation, or sign in with your password and connect it under Account.",
  AccountDisabled: disabled,
  account_disabled: disabled,
  IdentityInUse: "This identity is already connected to another account.",
  ReauthenticationRequired:
    "You signed in more than 10 minutes ago. Sign in again, then connect the identity under Account.",
  rate_limited: "Too many attempts. Try again in a few minutes.",
};

export const forgotPasswordText = {
  pageTitle: "Forgot password",
  title: "Forgot your password?",
  description: "We'll send you a link to set a new one.",
  withoutEmail: "This service sends no e-mail. Ask its operator for a link to set a new password.",
  submit: "Send link",
  sent: "If an account uses this address, we've sent it a link. Valid for one hour.",
  notReceived:
    "Didn't get it? Check your spam folder, or ask the operator of this service for a link.",
} as const;

export const resetPasswordText = {
  pageTitle: "New password",
  title: "Set your password",
  submit: "Set password",
  done: "Your password is set. Any earlier sessions, command-line logins and mounts have ended.",
  consequences:
    "If you have used this account before, this ends all its sessions, command-line logins and mounts, and disconnects other ways to sign in, such as GitHub.",
  disconnected: (identities: readonly { name: string }[]) =>
    identities.length === 0
      ? "No other way to sign in was connected."
      : `Disconnected: ${identities.map(({ name }) => name).join(", ")}. To sign in with it again, connect it under Account.`,
  signIn: "Sign in",
  brokenLink: "Or request a new one.",
  usedLink: "This link was already used or is older than an hour.",
  newLink: "Request a new link",
} as const;

export const confirmEmailText = {
  pageTitle: "Confirm address",
  title: "Confirm your new address",
  description: "Your account then has the address this link was sent to.",
  submit: "Use this address",
  signInFirst: "Sign in with your current address first.",
  signedInAs: "You're signed in as",
  done: (email: string) => `Your address is now ${email}. Sign in with it from now on.`,
  continue: "Go to your account",
  brokenLink: "Request a new link in your account.",
  errors: {
    not_found:
      "This link is for another account, was already used, or is older than an hour. Request a new one in your account.",
    already_exists: "Another account now uses this address. Delete that account first.",
  },
} as const;

export const signUpText = {
  submit: "Create account",
  errors: {
    not_found:
      "This invitation isn't valid: it was already used or is older than 7 days. Ask for a new one.",
    already_exists:
      "The invited address already has an account. Sign in, or reset its password if you don't know it.",
    email_verification_required:
      "This link can't create an account. Open the link in the invitation e-mail instead.",
  },
} as const;

export const invitationText = {
  pageTitle: "Invitation",
  title: "You're invited",
  invalidTitle: "Invitation not valid",
  description: "Join an organisation on Tidemark.",
  organisation: "Organisation",
  invitedBy: "Invited by",
  invited: "Invited address",
  role: "Role",
  brokenLink: "Open the complete link from your invitation again.",
  signedInAs: "You're signed in as",
  addressHint: "An invitation only works for the address it was sent to.",
  accept: "Accept invitation",
  switchAccount: "Sign out and use another account",
  haveAccount: "I already have an account",
  noAccount: "I don't have an account yet",
  invalid:
    "It was already used or revoked, or is older than 7 days. Sign in if you've joined already, or ask for a new one.",
  errors: {
    not_found:
      "This invitation is for another address, was already used, or is older than 7 days. Ask for a new one.",
    email_verification_required:
      "Your address isn't verified yet. Open the link in the invitation e-mail instead.",
  },
} as const;

export const setupText = {
  pageTitle: "Set up",
  title: "Set up Tidemark",
  description: "Create the first organisation and its owner. This works once.",
  doneTitle: "Already set up",
  done: "This service has an owner. Sign in, or ask a member for an invitation.",
  organisation: "Organisation",
  submit: "Create and sign in",
  brokenLink: "Open the link that the service printed when it started.",
  errors: {
    not_found:
      "This link doesn't work. If the service has an owner already, sign in instead. If not, open the link that it printed when it last started.",
  },
} as const;

export const confirmText = {
  title: "Confirm it's you",
  description: "You signed in more than 10 minutes ago. Confirm it's you to continue.",
  submit: "Confirm",
  password: "Your password",
  errors: { forbidden: "The password is wrong." },
  signInAgain: (provider: string) => `Sign in again with ${provider}`,
  inNewTab: "Finish signing in in the new tab, then continue here.",
  continue: "Continue",
  noPassword:
    "Your account has neither a password nor a passkey. Sign out, sign in again and add a passkey under Account within 10 minutes. Or set a password, then try again.",
  setPassword: "Set a password",
} as const;

export const deviceText = {
  pageTitle: "Approve a login",
  title: "Approve a command-line login",
  description: (email: string) =>
    `Enter the code from your terminal. The client will act as you, ${email}.`,
  submit: "Continue",
  code: "Code",
  codeHint: "Shown in the terminal where you started the login.",
  codeWarning:
    "Only enter a code you requested yourself just now. Anyone who sends you one is trying to get into your account.",
  codeErrors: {
    not_found: "No login is waiting for this code. Check it, or start the login again.",
    validation_error: "A code looks like BCDF-GHJK.",
  },
  confirmTitle: (client: string) => `${client} wants to act as you`,
  requestedFrom: "Requested from",
  requestedAt: "Requested at",
  yourAccount: "Your account",
  permissions: "For up to 90 days, it can do what your role allows in each of your organisations:",
  scopes: {
    "files:read": "read all files",
    "files:write": "write and delete files, and create and rename filesystems",
    webhooks: "create, read and delete webhooks, and read their deliveries and new secrets",
    keys: "list and revoke API keys, and choose which filesystems each key can access",
    members:
      "list and remove members, revoke invitations, create and rename organisations, read audit logs, delete filesystems, and read your sessions and ways to sign in",
  },
  permissionsEnd:
    "It can't create API keys, invite members or change your password. You can revoke it under Account at any time.",
  confirmWarning: "Didn't start this yourself just now? Deny it.",
  deny: "Deny",
  approve: "Approve",
  decisionErrors: {
    not_found: "This code has expired or was already used. Start the login again.",
  },
  approvedTitle: (client: string) => `${client} is logged in`,
  approved: "You can close this page and return to your terminal.",
  deniedTitle: (client: string) => `${client} was denied`,
  denied: "It has no access to your account. You can close this page.",
} as const;
