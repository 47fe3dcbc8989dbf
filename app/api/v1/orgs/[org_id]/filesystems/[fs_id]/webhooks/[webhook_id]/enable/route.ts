import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { enableWebhook } from "@/lib/webhooks/enable-webhook";

export const POST = handle(api.webhooks.enable, ({ ctx, params }) =>
  enableWebhook(ctx, params.webhook_id),
);
