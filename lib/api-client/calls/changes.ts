import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  listAll: "GET 200 /orgs/{org_id}/changes",
  list: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/changes",
  search: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/changes/history",
} as const;

export const changesApi = toCalls<"changes", typeof TEXTS>(TEXTS);
