/** What surrounds every page: navigation, account menu, live mark, outage banner and page titles. */
export const text = {
  product: "Tidemark",
  overview: "Overview",
  filesystems: "Filesystems",
  members: "Members",
  apiKeys: "API keys",
  auditLog: "Audit log",
  settings: "Settings",
  files: "Files",
  changes: "Changes",
  webhooks: "Webhooks",
  access: "Access",
  mounts: "Mounts",
  usage: "Usage",
  account: "Account",
  support: "Support",
  newOrganisation: "New organisation",

  breadcrumb: "Breadcrumb",
  filesystem: "Filesystem",
  organisation: "Organisation",
  skipToContent: "Skip to content",
  documentation: "Documentation",
  api: "API",
  errors: "Errors",
  signIn: "Sign in",
  signOut: "Sign out",
  signOutAgain: "Couldn't sign out. Try again",
  /** Read out before the name on the button of the account menu. */
  accountOf: "Account of",
  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" },
  organisations: "Organisations",
  switchOrganisation: (current: string) => `Switch organisation, current: ${current}`,

  goTo: "Go to…",
  goToShortcut: "Ctrl K",

  live: {
    connecting: "Connecting…",
    live: "Live",
    interrupted: "Not live: reconnecting…",
    ended: (reason: string) => `Not live: ${reason}`,
    gone: "this no longer exists.",
  },
  outage: "We can't reach the service. Reconnecting automatically; this page may be out of date.",
  reconnected: "Connection restored",

  filesystemGone: "This filesystem doesn't exist or has been deleted.",
  noAccess: "You don't have access to this organisation",
  noAccessAbout:
    "It doesn't exist, or you're no longer a member. Ask an owner or an admin to invite you.",
  goToOrganisation: (name: string) => `Go to ${name}`,
  /** `what` completes the sentence: "invite people". */
  adminsOnly: (what: string) => `Only owners and admins can ${what}. Ask one of them for help.`,

  newOrganisationAbout:
    "You'll be its owner. Its filesystems, API keys and members are separate from your other organisations.",
  notFound: "Not found",
  notFoundTitle: "Page not found",
  notFoundAbout: "The address is wrong, or the page has been removed.",
  goHome: "Go to home page",
} as const;
