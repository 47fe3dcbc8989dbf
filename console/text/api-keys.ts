import { text as modes } from "./access";
import { countOf } from "./sizes";

type Reach = {
  filesystems: readonly { name: string; mode: "ro" | "rw" }[];
  scopes: readonly string[];
  grant_count: number;
};

export const text = {
  title: "API keys",
  description:
    "Your code authenticates with an API key. A key only reaches the filesystems you grant it.",
  new: "New key",
  notAllowed: "view, create and revoke API keys",
  none: "No API keys yet",
  noneHint:
    "Create one per application, so you can revoke each of them separately. A key is shown once.",
  columns: { name: "Name", access: "Access to", used: "Last used" },
  search: "Search by name or last characters",
  noMatch: (search: string) => `No keys match “${search}”`,
  created: "Created",
  createdBy: (name: string) => ` by ${name}`,
  /** What it has access to: names, or that it is nothing. A mode is what the key's scopes leave of it. */
  reaches: ({ filesystems, scopes, grant_count: count }: Reach) => {
    if (count === 0) return "No filesystems";
    const named = filesystems.map(({ name, mode }) => {
      const left = mode === "rw" && !scopes.includes("files:write") ? "ro" : mode;
      return scopes.some((scope) => scope !== "webhooks")
        ? `${name} (${modes[left].toLowerCase()})`
        : name;
    });
    const more = count - filesystems.length;
    return named.join(", ") + (more > 0 ? ` and ${more} more` : "");
  },
  badges: {
    all: "All scopes",
    "filesystems:create": "Creates filesystems",
    "grants:write": "Manages access",
    "files:read": "Reads files",
    "files:write": "Writes files",
    webhooks: "Manages webhooks",
  },
  rights: "Scopes and permissions",
  rightsStay:
    "A key keeps these. To change them, create a new key, use it instead, and revoke this one.",
  moreActions: (name: string) => `More actions for ${name}`,
  requests: "View requests",
  requestsOf: (name: string) => `Requests made with ${name}`,
  edit: "Edit key",
  lastUsed: "Last used",
  neverUsed: "Never used",
  noExpiry: "doesn't expire",
  expires: "expires",
  expired: "expired",
  oldExpires: "The old secret expires",
  rotate: "Rotate secret",
  revoke: "Revoke key",
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeWarning:
    "Requests with this key start to fail, and its webhooks and mounts end immediately. This can't be undone.",
  ends: "Ends with this key",
  revokeSubmit: "Revoke key",
  revoked: (name: string) => `${name} revoked`,
} as const;

export const keyRequestsText = {
  period: "Period",
  lastDays: (days: number) => `Last ${days} days`,
  succeeded: "Succeeded",
  failed: "Failed",
  failedHint: "Failed requests had a status of 400 or above.",
  perDay: "Requests per day",
  today: "today",
  count: (requests: number) => requests.toLocaleString("en"),
  counts: (succeeded: number, failed: number) =>
    `${succeeded.toLocaleString("en")} succeeded, ${failed.toLocaleString("en")} failed`,
} as const;

export const editKeyText = {
  title: (name: string) => `Edit ${name}`,
  submit: "Save",
  saved: (name: string) => `${name} saved`,
  loses: (names: readonly string[]) =>
    `Its requests to ${names.join(", ")} fail at once. Webhooks and mounts it created there stop permanently, even if you grant access again.`,
} as const;

export const rotateKeyText = {
  title: (name: string) => `Rotate ${name}?`,
  about: "You get a new secret for the same key. Its access, webhooks and mounts continue.",
  continues: "Continues with the new secret",
  overlap: "The old secret works for",
  overlapHint: "Time to replace it wherever it is used. If it leaked, expire it now.",
  overlaps: { 0: "Expire now", 1: "1 hour", 24: "24 hours", 72: "3 days", 168: "7 days" },
  submit: "Rotate key",
  rotatedTitle: (name: string) => `New secret for ${name}`,
  rotatedHint: "Copy the key now: you won't see it again.",
  key: "API key",
  oldEnded: "The old secret no longer works.",
  done: "Done",
} as const;

export const keyUsesText = {
  loading: "Loading webhooks and mounts…",
  none: "This key has no webhooks or mounts.",
  webhook: (host: string, filesystem: string) => `Webhook to ${host} on ${filesystem}`,
  mount: (filesystem: string, machine: string | null) =>
    `Mount of ${filesystem}${machine === null ? "" : ` on ${machine}`}`,
  more: (count: number) => `and ${count} more`,
} as const;

export const newApiKeyText = {
  title: "New API key",
  submit: "Create key",
  nameHint: "For example, the application that uses it.",
  expiration: "Expiration",
  days: (count: number) => countOf(count, "day"),
  noExpiration: "No expiration",
  keepExpiration: (expiry: string | null) => `Keep current (${expiry ?? "no expiration"})`,
  scopes: "Scopes",
  scopesHint: "What the key may do on the filesystems it has access to.",
  scopeNames: {
    "files:read": "Read files",
    "files:write": "Write files",
    webhooks: "Manage webhooks",
  },
  noScope: "Choose at least one scope.",
  permissions: "Permissions",
  createFilesystems: "Create filesystems",
  createFilesystemsHint: "It can read and write the filesystems it creates.",
  manageAccess: "Manage access",
  manageAccessHint: "It can grant other keys access to filesystems it can write to.",
  filesystems: "Filesystems",
  noFilesystems: "No filesystems yet",
  noAccess: (creates: boolean) =>
    creates
      ? "Without a filesystem, the key can access only those it creates itself. You can grant access later."
      : "Without a filesystem, the key can't access anything until you grant it access.",
  reachesNothing:
    "This key can't access anything yet. Choose its filesystems with “Edit key” in its menu.",
  accessTo: (filesystem: string) => `Access to ${filesystem}`,
  errors: {
    api_key_limit_reached:
      "Your organisation has reached its API key limit. Revoke a key to make room.",
  },

  createdTitle: (name: string) => `${name} created`,
  createdHint: "Copy the key now: you won't see it again.",
  key: "API key",
  tryIt: "Try it",
  tryCommand: (origin: string) =>
    `curl -H "Authorization: Bearer $TIDEMARK_API_KEY" ${origin}/api/v1/me`,
  granted: (done: number, total: number) =>
    `Granted access to ${done === total ? "" : `${done} of `}${countOf(total, "filesystem")}.`,
  retryGrants: "Retry",
  done: "Done",
} as const;
