import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  list: "GET 200 /orgs/{org_id}/webhooks",
  counts: "GET 200 /orgs/{org_id}/webhook-counts",
  deliveries: "GET 200 /orgs/{org_id}/deliveries",
  stats: "GET 200 /orgs/{org_id}/stats",
} as const;

export const organisationWebhooksApi = toCalls<"organisationWebhooks", typeof TEXTS>(TEXTS);
