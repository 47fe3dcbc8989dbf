import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  get: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/usage",
  history: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/usage/history",
} as const;

export const usageApi = toCalls<"usage", typeof TEXTS>(TEXTS);
