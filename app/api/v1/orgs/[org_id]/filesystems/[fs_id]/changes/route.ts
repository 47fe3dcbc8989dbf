import { listChanges } from "@/lib/changes/list-changes";
import { streamChanges } from "@/lib/changes/stream-changes";
import { api } from "@/lib/contract/api";
import { Cursor } from "@/lib/contract/common";
import { handle } from "@/lib/http/handle";
import { eventStream, readLastEventId, wantsEventStream } from "@/lib/http/sse";

export const GET = handle(api.changes.list, async ({ ctx, query, request }) => {
  if (!wantsEventStream(request)) return listChanges(ctx, query, request.signal);
  const cursor = readLastEventId(request, Cursor) ?? query.cursor;
  return eventStream(request, (left) => streamChanges(ctx, { ...query, cursor }, left));
});
