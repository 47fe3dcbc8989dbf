import type { ErrorCode } from "@/lib/contract/errors";

import { lacksScope, SCOPED } from "./scopes";
import { SENSITIVE } from "./sensitive";

/**
 * Who may call each operation, from `docs/spec/4-routes.md`. An operation without a row fails the
 * access matrix test.
 */
export const WHO: Record<string, Who> = {
  // General
  getOpenapi: "anyone",
  getHealth: "anyone",
  getReady: "anyone",
  getSecurityTxt: "anyone",
  reportCspViolation: "anyone",
  getMe: "any",
  // People
  setUp: "anyone",
  signUp: "anyone",
  requestPasswordReset: "anyone",
  checkPasswordReset: "anyone",
  confirmPasswordReset: "anyone",
  listSessions: "user",
  endSession: "session",
  listLogins: "user",
  endLogin: "session",
  endOtherAccess: "session",
  deleteAccount: "session",
  listIdentities: "user",
  removeIdentity: "session",
  reauthenticate: "session",
  getSecurity: "user",
  startSecondFactor: "session",
  confirmSecondFactor: "session",
  renewRecoveryCodes: "session",
  removeSecondFactor: "session",
  listPasskeys: "user",
  startPasskey: "session",
  addPasskey: "session",
  renamePasskey: "session",
  removePasskey: "session",
  startPasskeyConfirmation: "session",
  reauthenticateWithPasskey: "session",
  startPasskeySignIn: "anyone",
  changePassword: "session",
  updateMe: "session",
  requestEmailChange: "session",
  confirmEmailChange: "session",
  // Organisations
  createOrganisation: "user",
  getOrganisation: "members",
  getLimits: "org",
  renameOrganisation: "admin",
  deleteOrganisation: "owner-session",
  requireSecondFactor: "owner-session",
  listMembers: "members",
  changeMemberRole: "admin-session",
  removeMember: "admin",
  setMemberAlerts: "members",
  listNotices: "members",
  markNoticesRead: "members",
  listInvitations: "admin",
  createInvitation: "admin-session",
  revokeInvitation: "admin",
  readInvitation: "anyone",
  acceptInvitation: "user",
  listApiKeys: "admin",
  createApiKey: "admin-session",
  getApiKeyUses: "admin",
  listApiKeyRequests: "admin",
  listApiKeyGrants: "admin",
  updateApiKey: "admin-session",
  rotateApiKey: "admin-session",
  revokeApiKey: "admin",
  listAuditEntries: "admin",
  exportAuditLog: "admin",
  // Filesystems
  listFilesystems: "org",
  createFilesystem: "create",
  getFilesystem: "ro",
  updateFilesystem: "rw",
  deleteFilesystem: "fs-admin",
  listGrants: "grants-ro",
  setGrant: "grants",
  removeGrant: "grants",
  getUsage: "files-ro",
  getUsageHistory: "ro",
  // Mount sessions: created in the mode that is asked for, here `ro`; revoked by their creator, an owner or an admin
  createMountSession: "ro",
  listMountSessions: "ro",
  revokeMountSession: "mount-admin",
  exchangeMountTicket: "anyone",
  renewMountSession: "mount",
  getMountEndpoints: "anyone",
  // Files and changes
  readFile: "files-ro",
  readContent: "files-ro",
  putFile: "files-rw",
  writeRanges: "files-rw",
  patchEntry: "files-rw",
  deleteEntry: "files-rw",
  statEntry: "files-ro",
  listEntries: "files-ro",
  searchEntries: "files-ro",
  readArchive: "files-ro",
  makeDirectory: "files-rw",
  moveEntry: "files-rw",
  copyEntry: "files-rw",
  linkFile: "files-rw",
  makeSymlink: "files-rw",
  changeFiles: "files-rw",
  listChanges: "files-ro",
  searchChanges: "files-ro",
  // The trash; deleting for good takes a user
  listTrash: "ro",
  restoreTrashItem: "rw",
  deleteTrashItem: "fs-user",
  emptyTrash: "fs-user",
  // Webhooks and deliveries; viewers read them too
  createWebhook: "rw",
  createTestInbox: "rw",
  readTestInbox: "rw-view",
  createListener: "rw",
  streamListener: "rw",
  respondToListener: "rw",
  listOrganisationWebhooks: "org",
  countOrganisationWebhooks: "org",
  listOrganisationDeliveries: "org",
  listOrganisationChanges: "org",
  getOrganisationStats: "org",
  listWebhooks: "rw-view",
  streamWebhooks: "rw-view",
  getWebhook: "rw-view",
  updateWebhook: "rw",
  deleteWebhook: "rw",
  rotateWebhookSecret: "rw",
  enableWebhook: "rw",
  retryWebhookNow: "rw",
  pauseWebhook: "rw",
  resumeWebhook: "rw",
  resyncWebhook: "rw",
  resendDelivery: "rw",
  listDeliveries: "rw-view",
  streamDeliveries: "rw-view",
  getDelivery: "rw-view",
  getWebhookStats: "rw-view",
  // Support
  listSupportFailures: "support",
  listSupportClusters: "support",
  getSupportWebhook: "support",
  listSupportDeliveries: "support",
  getSupportDelivery: "support",
  getSupportStats: "support",
  getSupportEngine: "support",
  streamSupport: "support",
  // The command-line client's login
  authorizeDevice: "anyone",
  getToken: "anyone",
  revokeToken: "anyone",
  getOauthMetadata: "anyone",
  lookupDevice: "session",
  approveDevice: "session",
  denyDevice: "session",
};

/*
 * What each caller receives, by what the operation requires (spec 1.7, 2.6). Callers by row:
 *   404: not_found            grant: no_grant         role: forbidden (role, permission, or credential)
 *   key: api_key_forbidden    401: unauthenticated    ended: login_ended    origin: cross_origin_request
 * Callers limited to one scope are in ./scopes.ts.
 * `old` is the owner's response, unless the operation is sensitive: then reauthentication_required.
 *   factor: second_factor_required, of an organisation that requires one
 * `origin` applies to requests that change something; a GET gets the owner's response.
 */
const EXPECTED = `
                anyone any    user   session org    create members admin  admin-session owner-session ro     rw     rw-view files-ro files-rw fs-user grants-ro grants fs-admin support mount  mount-admin
none            ok     401    401    401     401    401    401     401    401           401           401    401    401     401      401      401     401       401    401      401     401    401
garbage         ok     401    401    401     401    401    401     401    401           401           401    401    401     401      401      401     401       401    401      401     401    401
key-expired     ok     401    401    401     401    401    401     401    401           401           401    401    401     401      401      401     401       401    401      401     401    401
key-revoked     ok     401    401    401     401    401    401     401    401           401           401    401    401     401      401      401     401       401    401      401     401    401
key-foreign     ok     ok     key    key     404    404    404     404    404           404           404    404    404     404      404      404     404       404    404      key     role   404
key-no-grant    ok     ok     key    key     ok     role   key     key    key           key           grant  grant  grant   grant    grant    key     grant     grant  key      key     role   role
key-ro          ok     ok     key    key     ok     role   key     key    key           key           ok     grant  grant   ok       grant    key     role      grant  key      key     role   role
key-rw          ok     ok     key    key     ok     role   key     key    key           key           ok     ok     ok      ok       ok       key     role      role   key      key     role   role
key-create      ok     ok     key    key     ok     ok     key     key    key           key           grant  grant  grant   grant    grant    key     grant     grant  key      key     role   role
key-grants      ok     ok     key    key     ok     role   key     key    key           key           ok     ok     ok      ok       ok       key     ok        ok     key      key     role   role
key-grants-ro   ok     ok     key    key     ok     role   key     key    key           key           ok     grant  grant   ok       grant    key     ok        grant  key      key     role   role
key-full        ok     ok     key    key     ok     ok     key     key    key           key           ok     ok     ok      ok       ok       key     ok        ok     key      key     role   role
mount-ro        ok     role   role   role    role   role   role    role   role          role          role   role   role    ok       grant    role    role      role   role     role    ok     role
mount-rw        ok     role   role   role    role   role   role    role   role          role          role   role   role    ok       ok       role    role      role   role     role    ok     role
mount-ended     ok     401    401    401     401    401    401     401    401           401           401    401    401     401      401      401     401       401    401      401     over   401
mount-other     ok     role   role   role    role   role   role    role   role          role          role   role   role    grant    grant    role    role      role   role     role    ok     role
ticket          ok     401    401    401     401    401    401     401    401           401           401    401    401     401      401      401     401       401    401      401     401    401
refresh         ok     401    401    401     401    401    401     401    401           401           401    401    401     401      401      401     401       401    401      401     401    401
member          ok     ok     ok     ok      ok     ok     ok      role   role          role          ok     ok     ok      ok       ok       ok      role      role   role     role    role   role
viewer          ok     ok     ok     ok      ok     role   ok      role   role          role          ok     role   ok      ok       role     role    role      role   role     role    role   role
admin           ok     ok     ok     ok      ok     ok     ok      ok     ok            role          ok     ok     ok      ok       ok       ok      ok        ok     ok       role    role   ok
owner           ok     ok     ok     ok      ok     ok     ok      ok     ok            ok            ok     ok     ok      ok       ok       ok      ok        ok     ok       role    role   ok
owner-old       old    old    old    old     old    old    old     old    old           old           old    old    old     old      old      old     old       old    old      role    role   old
cli             ok     ok     ok     role    ok     ok     ok      ok     role          role          ok     ok     ok      ok       ok       ok      ok        ok     ok       role    role   ok
cli-ended       ok     ended  ended  ended   ended  ended  ended   ended  ended         ended         ended  ended  ended   ended    ended    ended   ended     ended  ended    ended   ended  ended
stranger        ok     ok     ok     ok      404    404    404     404    404           404           404    404    404     404      404      404     404       404    404      role    role   404
removed         ok     ok     ok     ok      404    404    404     404    404           404           404    404    404     404      404      404     404       404    404      role    role   404
no-factor       ok     ok     ok     ok      factor factor factor  factor factor        factor        factor factor factor  factor   factor   factor  factor    factor factor   role    role   404
no-factor-cli   ok     ok     ok     role    factor factor factor  factor factor        factor        factor factor factor  factor   factor   factor  factor    factor factor   role    role   404
session-ended   ok     401    401    401     401    401    401     401    401           401           401    401    401     401      401      401     401       401    401      401     401    401
session-expired ok     401    401    401     401    401    401     401    401           401           401    401    401     401      401      401     401       401    401      401     401    401
support         ok     ok     ok     ok      404    404    404     404    404           404           404    404    404     404      404      404     404       404    404      ok      role   404
no-origin       ok     origin origin origin  origin origin origin  origin origin        origin        origin origin origin  origin   origin   origin  origin    origin origin   role    origin origin
`;

const CODES: Record<string, ErrorCode> = {
  401: "unauthenticated",
  404: "not_found",
  ended: "login_ended",
  grant: "no_grant",
  key: "api_key_forbidden",
  origin: "cross_origin_request",
  over: "session_not_active",
  role: "forbidden",
  factor: "second_factor_required",
};

/** What an operation requires of its caller. */
export type Who =
  | "anyone"
  | "any"
  | "user"
  | "session"
  | "org"
  | "create"
  | "members"
  | "admin"
  | "admin-session"
  | "owner-session"
  | "ro"
  | "rw"
  | "rw-view"
  | "files-ro"
  | "files-rw"
  | "fs-user"
  | "grants-ro"
  | "grants"
  | "fs-admin"
  | "support"
  | "mount"
  | "mount-admin";

const [HEAD = [], ...LINES] = EXPECTED.trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/));

/** Every caller in the matrix, by name. */
export const CALLERS: readonly string[] = [...LINES.map(([name = ""]) => name), ...SCOPED.keys()];

/** The expected result for a caller: an error code, or null when the operation succeeds. */
export function expectation(
  caller: string,
  who: Who,
  op: { id: string; method: string },
): ErrorCode | null {
  const limited = SCOPED.get(caller);
  if (limited !== undefined) {
    const code = expectation(limited.like, who, op);
    return code !== "api_key_forbidden" && lacksScope(caller, op.id) ? "insufficient_scope" : code;
  }
  const cell = cellOf(caller, who);
  if (cell === "origin" && op.method === "GET") return expectation("owner", who, op);
  if (cell === "old")
    return SENSITIVE.includes(op.id) ? "reauthentication_required" : expectation("owner", who, op);
  if (cell === "ok") return null;
  const code = CODES[cell];
  if (code === undefined) throw new Error(`unknown result "${cell}" of ${caller} to ${who}`);
  return code;
}

const cellOf = (caller: string, who: Who): string =>
  LINES.find(([name]) => name === caller)?.[HEAD.indexOf(who) + 1] ?? "";
