import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { getSupportWebhook } from "@/lib/support/get-support-webhook";

export const GET = handle(api.support.webhook, ({ ctx, params }) =>
  getSupportWebhook(ctx, params.webhook_id),
);
