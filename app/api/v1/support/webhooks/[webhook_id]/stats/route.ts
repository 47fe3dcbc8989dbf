import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { readSupportStats } from "@/lib/support/read-support-stats";

export const GET = handle(api.support.stats, ({ ctx, params, query }) =>
  readSupportStats(ctx, params.webhook_id, query),
);
