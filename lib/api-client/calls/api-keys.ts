import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  list: "GET 200 /orgs/{org_id}/api-keys",
  create: "POST 201 /orgs/{org_id}/api-keys",
  uses: "GET 200 /orgs/{org_id}/api-keys/{key_id}/uses",
  requests: "GET 200 /orgs/{org_id}/api-keys/{key_id}/requests",
  grants: "GET 200 /orgs/{org_id}/api-keys/{key_id}/grants",
  update: "PATCH 200 /orgs/{org_id}/api-keys/{key_id}",
  rotate: "POST 200 /orgs/{org_id}/api-keys/{key_id}:rotate",
  revoke: "DELETE 204 /orgs/{org_id}/api-keys/{key_id}",
} as const;

export const apiKeysApi = toCalls<"apiKeys", typeof TEXTS>(TEXTS);
