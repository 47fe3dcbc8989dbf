import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  create: "POST 201 /orgs/{org_id}/filesystems/{fs_id}/test-inbox",
  read: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/webhooks/{webhook_id}/inbox",
} as const;

export const testInboxApi = toCalls<"testInbox", typeof TEXTS>(TEXTS);
