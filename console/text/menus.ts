/** The menus of the account and of the organisations, loaded when one is opened. */
export const text = {
  account: "Account",
  documentation: "Documentation",
  support: "Support",
  signOut: "Sign out",
  signOutAgain: "Couldn't sign out. Try again",
  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" },
  times: "Time format",
  waysOfTimes: { relative: "Relative", local: "Local time", utc: "UTC" },
  organisations: "Organisations",
  newOrganisation: "New organisation",
  backToConsole: "Back to the console",
  newOrganisationAbout:
    "You'll be its owner. It has its own filesystems, API keys and members, separate from your other organisations.",
} as const;
