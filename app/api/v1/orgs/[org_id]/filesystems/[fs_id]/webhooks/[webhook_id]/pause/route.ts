import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { pauseWebhook } from "@/lib/webhooks/pause-webhook";

export const POST = handle(api.webhooks.pause, ({ ctx, params }) =>
  pauseWebhook(ctx, params.webhook_id),
);
