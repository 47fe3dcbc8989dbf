import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  create: "POST 201 /mount-sessions",
  list: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/mount-sessions",
  revoke: "DELETE 204 /mount-sessions/{session_id}",
  endpoints: "GET 200 /mount-endpoints",
} as const;

export const mountsApi = toCalls<"mounts", typeof TEXTS>(TEXTS);
