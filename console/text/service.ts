/** The home page: status, first steps and links. */
export const text = {
  hello: (name: string) => `Hello, ${name}`,
  aboutHome: "Your organisations and system status",
  aboutProduct: "Filesystems for your organisation, with a signed webhook for every change.",

  status: "System status",
  parts: { database: "Database", queue: "Delivery queue", blob_store: "File storage" },
  statusAbout: "Status of this Tidemark service, checked every 5 seconds.",
  rightNow: "Right now",
  allWorking: "All systems operational",
  someFailing:
    "Some parts are unavailable. Deliveries wait until they are back; no change is lost.",
  checking: "Checking…",
  working: "Operational",
  failing: "Unavailable",

  firstSteps: "Create the first account",
  firstStepsAbout: "There are no accounts yet.",
  openLink: "Open the setup link",
  openLinkAbout:
    "The service printed it when it started. It creates your account and organisation, and works once. Restart the service to see it again.",
  createKey: "Or use a shell: create an account, an organisation and an API key",
  runDemo: "Then mirror a folder with webhooks",

  nextSteps: "Next steps",
  docs: "Documentation",
  docsAbout: "Quickstart, webhooks, mounts, limits and more",
  api: "API",
  apiAbout: "Read every operation and try it in your browser",
  errors: "Errors",
  errorsAbout: "What each error code means and how to fix it",
  account: "Account",
  accountAbout: "Your sessions, command-line logins and password",
} as const;
