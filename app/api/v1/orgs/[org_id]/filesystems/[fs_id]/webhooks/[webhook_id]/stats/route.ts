import { api } from "@/lib/contract/api";
import { readStats } from "@/lib/delivery/log/read-stats";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.deliveries.stats, ({ ctx, params, query }) =>
  readStats(ctx, params.webhook_id, query),
);
