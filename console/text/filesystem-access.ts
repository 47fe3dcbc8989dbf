/** Who has access to a filesystem, and why. */
export const text = {
  title: "Access",
  description: "Who has access to this filesystem.",
  people: "People",
  peopleAbout: "Everyone in your organisation, by their role. Change roles under Members.",
  reasons: {
    viewer: "Reads every filesystem",
    member: "Reads and writes every filesystem",
    admin: "Reads and writes every filesystem, manages keys and access",
    owner: "Reads and writes every filesystem, manages everything",
  },
  keys: "API keys",
  keysAbout: "A key only reaches the filesystems you grant it.",
  newKey: "New key",
  notAllowed: "manage API key access",
  none: "No API keys yet",
  noneHint: "Create one and grant it access to this filesystem.",
  changed: (key: string, mode: string) =>
    mode === ""
      ? `${key} no longer has access`
      : `${key} can now ${mode === "rw" ? "read and write" : "read"} this filesystem`,
  changedSince: (key: string) =>
    `Nothing was undone: the access of ${key} has been changed again since.`,
  removeTitle: (key: string) => `Remove access for ${key}?`,
  removeWarning:
    "Its requests to this filesystem fail at once. Webhooks and mounts it created here stop permanently, even if you grant access again.",
  remove: "Remove access",
  label: (key: string) => `Access for ${key}`,
  createdBy: (name: string) => `Created by ${name}`,
  neverUsed: "never used",
  lastUsed: "last used",
} as const;
