import type { Scope } from "@/lib/contract/scopes";

/**
 * The scopes that API keys and command-line logins need for each operation they can call, from `docs/spec/3-callers.md`.
 * `any`: each of them. An operation without a row fails the access matrix test, unless neither can call it.
 */
export const NEEDS: Readonly<Record<string, Scope | "any" | Scope[]>> = {
  getMe: "any",
  getOrganisation: "any",
  getLimits: "any",
  listFilesystems: "any",
  getFilesystem: "any",
  readFile: "files:read",
  readContent: "files:read",
  statEntry: "files:read",
  listEntries: "files:read",
  searchEntries: "files:read",
  readArchive: "files:read",
  listTrash: "files:read",
  listChanges: "files:read",
  searchChanges: "files:read",
  getUsage: "files:read",
  getUsageHistory: "files:read",
  createMountSession: "files:read",
  listMountSessions: "files:read",
  revokeMountSession: "files:read",
  putFile: "files:write",
  writeRanges: ["files:write", "files:read"],
  patchEntry: ["files:write", "files:read"],
  deleteEntry: "files:write",
  makeDirectory: "files:write",
  moveEntry: ["files:write", "files:read"],
  copyEntry: ["files:write", "files:read"],
  linkFile: ["files:write", "files:read"],
  makeSymlink: "files:write",
  changeFiles: "files:write",
  restoreTrashItem: ["files:write", "files:read"],
  deleteTrashItem: "files:write",
  emptyTrash: "files:write",
  createFilesystem: "files:write",
  updateFilesystem: "files:write",
  createWebhook: "webhooks",
  createTestInbox: "webhooks",
  readTestInbox: "webhooks",
  createListener: "webhooks",
  streamListener: "webhooks",
  respondToListener: "webhooks",
  listOrganisationWebhooks: "webhooks",
  countOrganisationWebhooks: "webhooks",
  listOrganisationDeliveries: "webhooks",
  listOrganisationChanges: "files:read",
  getOrganisationStats: "webhooks",
  listWebhooks: "webhooks",
  streamWebhooks: "webhooks",
  getWebhook: "webhooks",
  updateWebhook: "webhooks",
  deleteWebhook: "webhooks",
  rotateWebhookSecret: "webhooks",
  enableWebhook: "webhooks",
  retryWebhookNow: "webhooks",
  pauseWebhook: "webhooks",
  resumeWebhook: "webhooks",
  resyncWebhook: "webhooks",
  resendDelivery: "webhooks",
  listDeliveries: "webhooks",
  streamDeliveries: "webhooks",
  getDelivery: "webhooks",
  getWebhookStats: "webhooks",
  listApiKeys: "keys",
  getApiKeyUses: "keys",
  listApiKeyRequests: "keys",
  listApiKeyGrants: "keys",
  revokeApiKey: "keys",
  listGrants: "keys",
  setGrant: "keys",
  removeGrant: "keys",
  listSessions: "members",
  listLogins: "members",
  listIdentities: "members",
  listPasskeys: "members",
  getSecurity: "members",
  createOrganisation: "members",
  renameOrganisation: "members",
  listMembers: "members",
  removeMember: "members",
  setMemberAlerts: "members",
  listNotices: "members",
  markNoticesRead: "members",
  listInvitations: "members",
  revokeInvitation: "members",
  acceptInvitation: "members",
  listAuditEntries: "members",
  exportAuditLog: "members",
  deleteFilesystem: "members",
};

/** Callers of the matrix that are limited to one scope, and the caller they otherwise equal. */
export const SCOPED: ReadonlyMap<string, { like: "key-full" | "cli"; scope: Scope }> = new Map([
  ["key-files-read", { like: "key-full", scope: "files:read" }],
  ["key-files-write", { like: "key-full", scope: "files:write" }],
  ["key-webhooks", { like: "key-full", scope: "webhooks" }],
  ["cli-files-read", { like: "cli", scope: "files:read" }],
  ["cli-files-write", { like: "cli", scope: "files:write" }],
  ["cli-webhooks", { like: "cli", scope: "webhooks" }],
  ["cli-keys", { like: "cli", scope: "keys" }],
  ["cli-members", { like: "cli", scope: "members" }],
]);

/** Whether a caller that is limited to one scope is refused for it. A key's permissions replace what it cannot have. */
export function lacksScope(caller: string, operation: string): boolean {
  const limited = SCOPED.get(caller);
  const needed = NEEDS[operation] ?? "any";
  if (limited === undefined || needed === "any") return false;
  return [needed]
    .flat()
    .filter((scope) => limited.like === "cli" || (scope !== "keys" && scope !== "members"))
    .some((scope) => scope !== limited.scope);
}
