import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { eventStream } from "@/lib/http/sse";
import { respond } from "@/lib/listeners/respond";
import { streamListener } from "@/lib/listeners/stream-listener";

export const GET = handle(api.listeners.stream, async ({ ctx, params, request }) =>
  eventStream(request, (left) => streamListener(ctx, params.webhook_id, left)),
);
export const POST = handle(api.listeners.respond, ({ ctx, params, body }) =>
  respond(ctx, params.webhook_id, body),
);
