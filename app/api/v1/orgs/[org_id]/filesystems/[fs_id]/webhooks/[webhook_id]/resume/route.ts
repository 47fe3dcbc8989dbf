import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { resumeWebhook } from "@/lib/webhooks/resume-webhook";

export const POST = handle(api.webhooks.resume, ({ ctx, params }) =>
  resumeWebhook(ctx, params.webhook_id),
);
