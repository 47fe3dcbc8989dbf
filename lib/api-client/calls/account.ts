import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  listSessions: "GET 200 /me/sessions",
  endSession: "DELETE 204 /me/sessions/{session_id}",
  listLogins: "GET 200 /me/logins",
  endLogin: "DELETE 204 /me/logins/{login_id}",
  listIdentities: "GET 200 /me/identities",
  removeIdentity: "DELETE 204 /me/identities/{identity_id}",
  reauthenticate: "POST 204 /me/session:reauthenticate",
  getSecurity: "GET 200 /me/security",
  endOtherAccess: "POST 204 /me/sessions:end-others",
  update: "PATCH 200 /me",
  requestEmailChange: "POST 202 /me/email",
  confirmEmailChange: "POST 200 /me/email:confirm",
  delete: "DELETE 204 /me",
  changePassword: "POST 204 /me/password",
} as const;

export const accountApi = toCalls<"account", typeof TEXTS>(TEXTS);
