import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";
import { createWebhook } from "@/lib/webhooks/create-webhook";
import { listWebhooks } from "@/lib/webhooks/read-webhooks";

export const GET = handle(api.webhooks.list, (args) =>
  paginate(
    args,
    (page) => listWebhooks(args.ctx, page),
    (webhook) => webhook.id,
  ),
);

export const POST = handle(api.webhooks.create, ({ ctx, body }) => createWebhook(ctx, body));
