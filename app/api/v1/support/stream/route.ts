import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { eventStream } from "@/lib/http/sse";
import { streamSupport } from "@/lib/support/stream-support";

export const GET = handle(api.support.stream, async ({ ctx, request }) =>
  eventStream(request, (left) => streamSupport(ctx, left)),
);
