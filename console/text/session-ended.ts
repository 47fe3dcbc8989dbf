/** When a session ends while something is typed. */
export const text = {
  title: "Your session has ended",
  description: "Sign in in a new tab, then continue here. What you typed is still on this page.",
  signIn: "Sign in in a new tab",
  resume: "Continue",
  notYet: "You aren't signed in yet.",
} as const;
