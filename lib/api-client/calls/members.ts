import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  list: "GET 200 /orgs/{org_id}/members",
  changeRole: "PATCH 200 /orgs/{org_id}/members/{user_id}",
  setAlerts: "PUT 200 /orgs/{org_id}/members/{user_id}/alerts",
  remove: "DELETE 204 /orgs/{org_id}/members/{user_id}",
} as const;

export const membersApi = toCalls<"members", typeof TEXTS>(TEXTS);
