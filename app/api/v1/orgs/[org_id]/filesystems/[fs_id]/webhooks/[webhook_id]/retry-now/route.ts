import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { retryNow } from "@/lib/webhooks/retry-now";

export const POST = handle(api.webhooks.retryNow, ({ ctx, params }) =>
  retryNow(ctx, params.webhook_id),
);
