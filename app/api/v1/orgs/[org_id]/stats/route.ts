import { api } from "@/lib/contract/api";
import { readOrganisationStats } from "@/lib/delivery/log/read-organisation-log";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.organisationWebhooks.stats, ({ ctx, query }) =>
  readOrganisationStats(ctx, query),
);
