import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { listKeyRequests } from "@/lib/organisations/read-key-requests";

export const GET = handle(api.apiKeys.requests, ({ ctx, params, query }) =>
  listKeyRequests(ctx, params.key_id, query),
);
