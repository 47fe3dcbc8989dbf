import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { rotateSecret } from "@/lib/webhooks/rotate-secret";

export const POST = handle(api.webhooks.rotateSecret, ({ ctx, params }) =>
  rotateSecret(ctx, params.webhook_id),
);
