import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { deleteWebhook } from "@/lib/webhooks/delete-webhook";
import { getWebhook } from "@/lib/webhooks/read-webhooks";
import { updateWebhook } from "@/lib/webhooks/update-webhook";

export const GET = handle(api.webhooks.get, ({ ctx, params }) =>
  getWebhook(ctx, params.webhook_id),
);

export const PATCH = handle(api.webhooks.update, ({ ctx, params, body }) =>
  updateWebhook(ctx, params.webhook_id, body),
);

export const DELETE = handle(api.webhooks.remove, ({ ctx, params }) =>
  deleteWebhook(ctx, params.webhook_id),
);
