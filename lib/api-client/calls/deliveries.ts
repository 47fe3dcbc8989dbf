import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  list: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/webhooks/{webhook_id}/deliveries",
  stream: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/webhooks/{webhook_id}/deliveries/stream",
  get: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/webhooks/{webhook_id}/deliveries/{msg_id}",
  resend:
    "POST 202 /orgs/{org_id}/filesystems/{fs_id}/webhooks/{webhook_id}/deliveries/{msg_id}:resend",
  stats: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/webhooks/{webhook_id}/stats",
} as const;

export const deliveriesApi = toCalls<"deliveries", typeof TEXTS>(TEXTS);
