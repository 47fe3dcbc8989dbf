import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  list: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/trash",
  restore: "POST 200 /orgs/{org_id}/filesystems/{fs_id}/trash/{trash_id}:restore",
  purge: "DELETE 204 /orgs/{org_id}/filesystems/{fs_id}/trash/{trash_id}",
  empty: "DELETE 204 /orgs/{org_id}/filesystems/{fs_id}/trash",
} as const;

export const trashApi = toCalls<"trash", typeof TEXTS>(TEXTS);
