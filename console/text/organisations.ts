import { countOf, sizeOf } from "./sizes";

export const roleText = {
  viewer: "Viewer",
  member: "Member",
  admin: "Admin",
  owner: "Owner",
} as const;

export const createOrganisationText = {
  submit: "Create organisation",
  errors: {
    organisation_limit_reached:
      "You have created as many organisations as one user can. Ask your operator to create another.",
  },
} as const;

export const overviewText = {
  attention: "Needs attention",
  viewUnhealthy: (count: number) => `View all ${count}`,
  allWell: (webhooks: number) =>
    webhooks === 0
      ? "Nothing needs attention."
      : `Nothing needs attention: ${countOf(webhooks, "webhook")} healthy.`,
  inFilesystem: (host: string, filesystem: string) => `${host} · ${filesystem}`,
  revoked: "Its creator can no longer read the filesystem. Create a new webhook to continue.",
  viewWebhook: "View webhook",
  keyExpires: (name: string) => `API key ${name}`,
  keyExpiresIn: "Expires {time}. Its webhooks and mounts end with it.",
  viewKeys: "View API keys",
  limitUsed: (label: string, percent: number) => `${label}: ${percent}% used`,
  limitAbout:
    "At 100% further writes are refused. Delete something, or ask your operator for more.",
  viewLimits: "View limits",
  activity: "Last 24 hours",
  activityAbout: "Requests to your endpoints, of all webhooks.",
  viewDeliveries: "View deliveries",
  newestFilesystems: "Newest filesystems",
  viewAll: (count: number) => `View all ${count}`,
  contents: (bytes: number, entries: number) =>
    `${sizeOf(bytes)} · ${countOf(entries, "entry", "entries")}`,
} as const;

export const settingsText = {
  title: "Settings",
  notAllowed: "change these settings",
  name: "Name",
  nameHint: "Shown in the console. Your code uses the ID.",
  save: "Save",
  saved: "Name saved.",
  factor: "Two-factor authentication",
  factorHint: "Require it of all members. API keys and mounts are not affected.",
  factorRequired:
    "Required. Members without it can't reach this organisation until they turn it on.",
  factorOptional: "Optional. Each member decides.",
  factorOwn: "Turn it on for your own account before you require it.",
  factorOwners: "Only owners can change this.",
  requireFactor: "Require",
  allowWithout: "Make optional",
  api: "API",
  apiHint: "API routes of this organisation contain its ID.",
  organisationId: "Organisation ID",
  delete: "Delete organisation",
  deleteHint: "Ends it for everyone, with all its filesystems, API keys and webhooks.",
  deleteOwners: "Only owners can delete it.",
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteWarning:
    "All filesystems, files, API keys, webhooks and mounts of this organisation are deleted, and its members lose access. This can't be undone.",
} as const;
