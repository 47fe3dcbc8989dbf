import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { deleteWebhook } from "@/lib/webhooks/delete-webhook";
import { getWebhook } from "@/lib/webhooks/read-webhooks";

export const GET = handle(api.webhooks.get, ({ ctx, params }) =>
  getWebhook(ctx, params.webhook_id),
);

export const DELETE = handle(api.webhooks.remove, ({ ctx, params }) =>
  deleteWebhook(ctx, params.webhook_id),
);
