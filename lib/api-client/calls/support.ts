import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  failures: "GET 200 /support/failures",
  clusters: "GET 200 /support/clusters",
  webhook: "GET 200 /support/webhooks/{webhook_id}",
  deliveries: "GET 200 /support/webhooks/{webhook_id}/deliveries",
  delivery: "GET 200 /support/deliveries/{msg_id}",
  stats: "GET 200 /support/webhooks/{webhook_id}/stats",
  engine: "GET 200 /support/engine",
  stream: "GET 200 /support/stream",
} as const;

export const supportApi = toCalls<"support", typeof TEXTS>(TEXTS);
