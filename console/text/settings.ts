/** The settings of an organisation. */
export const text = {
  title: "Settings",
  notAllowed: "change these settings",
  general: "General",
  nameHint: "The name is shown in the console. Your code uses the organisation's ID.",
  save: "Save",
  saved: "Name saved.",
  factor: "Two-factor authentication",
  factorHint: "Require it for all members. API keys and mounts are not affected.",
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
  dangerZone: "Danger zone",
  delete: "Delete organisation",
  deleteHint: "Deletes it for everyone, including all filesystems, API keys and webhooks.",
  deleteOwners: "Only owners can delete it.",
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteWarning:
    "All filesystems, files, API keys, webhooks and mounts of this organisation are deleted, and its members lose access. This can't be undone.",
} as const;
