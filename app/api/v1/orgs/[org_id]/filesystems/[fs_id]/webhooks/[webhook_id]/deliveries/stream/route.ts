import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { eventStream } from "@/lib/http/sse";
import { streamDeliveries } from "@/lib/realtime/stream-deliveries";
import { requireWebhook } from "@/lib/webhooks/read-webhooks";

export const GET = handle(api.deliveries.stream, async ({ ctx, params, request }) => {
  await requireWebhook(ctx, params.webhook_id);
  return eventStream(request, (left) => streamDeliveries(ctx, params.webhook_id, left));
});
