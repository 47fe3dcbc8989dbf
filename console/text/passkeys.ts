const unused = "No passkey was used. Try again, or choose another way.";

/** Passkeys on the account page. */
export const text = {
  title: "Passkeys",
  hint: "Sign in with your fingerprint, face, PIN or security key instead of a password and code.",
  unavailable:
    "Passkeys are off: they need https and a host name, and the address of this service lacks one of them.",
  none: "No passkeys",
  added: "Added",
  lastUsed: "last used",
  neverUsed: "never used",
  afterPassword: "After your password reset, use it once after the new password.",
  add: "Add passkey",
  addTitle: "Add a passkey",
  addHint:
    "Your browser then asks where to store it. Name it after that device or password manager.",
  addSubmit: "Continue",
  addErrors: {
    already_exists: "This device or security key already has a passkey for your account.",
    passkey_invalid: "No passkey was created. Try again.",
    passkey_limit_reached: "You have 10 passkeys, the most an account can have. Remove one first.",
  },
  rename: "Rename",
  renameOne: (name: string) => `Rename ${name}`,
  renameTitle: (name: string) => `Rename ${name}`,
  remove: "Remove",
  removeOne: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeWarning: "It can no longer sign in. Delete it from your device or password manager too.",
  removeLast: "It's your only second factor: your password alone is then enough to sign in.",
} as const;

/** Passkeys where users sign in or confirm who they are. */
export const usePasskeyText = {
  signIn: "Continue with a passkey",
  instead: "Use a passkey",
  errors: {
    passkey_invalid: unused,
    unauthenticated: "This took too long, or your password has changed. Start again.",
    account_disabled: "This account is disabled. Ask the operator of this service.",
  },
} as const;
