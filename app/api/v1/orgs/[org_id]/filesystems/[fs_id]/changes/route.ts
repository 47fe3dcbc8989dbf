import { listChanges } from "@/lib/changes/list-changes";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.changes.list, ({ ctx, query, request }) =>
  listChanges(ctx, query, request.signal),
);
