import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  list: "GET 200 /me/passkeys",
  start: "POST 200 /me/passkeys:start",
  add: "POST 201 /me/passkeys",
  rename: "PATCH 200 /me/passkeys/{passkey_id}",
  remove: "DELETE 204 /me/passkeys/{passkey_id}",
  startConfirmation: "POST 200 /me/session:start-passkey",
  confirm: "POST 204 /me/session:reauthenticate-with-passkey",
  startSignIn: "POST 200 /auth/passkey:start",
} as const;

export const passkeysApi = toCalls<"passkeys", typeof TEXTS>(TEXTS);
