import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  create: "POST 201 /orgs/{org_id}/filesystems/{fs_id}/webhooks",
  list: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/webhooks",
  stream: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/webhooks/stream",
  get: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/webhooks/{webhook_id}",
  update: "PATCH 200 /orgs/{org_id}/filesystems/{fs_id}/webhooks/{webhook_id}",
  remove: "DELETE 204 /orgs/{org_id}/filesystems/{fs_id}/webhooks/{webhook_id}",
  rotateSecret: "POST 200 /orgs/{org_id}/filesystems/{fs_id}/webhooks/{webhook_id}:rotate-secret",
  enable: "POST 200 /orgs/{org_id}/filesystems/{fs_id}/webhooks/{webhook_id}:enable",
  retryNow: "POST 202 /orgs/{org_id}/filesystems/{fs_id}/webhooks/{webhook_id}:retry-now",
  pause: "POST 200 /orgs/{org_id}/filesystems/{fs_id}/webhooks/{webhook_id}:pause",
  resume: "POST 200 /orgs/{org_id}/filesystems/{fs_id}/webhooks/{webhook_id}:resume",
  resync: "POST 202 /orgs/{org_id}/filesystems/{fs_id}/webhooks/{webhook_id}:resync",
} as const;

export const webhooksApi = toCalls<"webhooks", typeof TEXTS>(TEXTS);
