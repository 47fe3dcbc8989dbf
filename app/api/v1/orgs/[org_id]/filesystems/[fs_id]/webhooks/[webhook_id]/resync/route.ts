import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { resyncWebhook } from "@/lib/webhooks/resync-webhook";

export const POST = handle(api.webhooks.resync, ({ ctx, params }) =>
  resyncWebhook(ctx, params.webhook_id),
);
