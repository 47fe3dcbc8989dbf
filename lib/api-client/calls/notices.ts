import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  list: "GET 200 /orgs/{org_id}/notices",
  read: "POST 204 /orgs/{org_id}/notices:read",
} as const;

export const noticesApi = toCalls<"notices", typeof TEXTS>(TEXTS);
