import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { eventStream } from "@/lib/http/sse";
import { streamWebhooks } from "@/lib/realtime/stream-webhooks";

export const GET = handle(api.webhooks.stream, async ({ ctx, request }) =>
  eventStream(request, (left) => streamWebhooks(ctx, left)),
);
