import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { countOrganisationWebhooks } from "@/lib/webhooks/list-organisation-webhooks";

export const GET = handle(api.organisationWebhooks.counts, ({ ctx, query }) =>
  countOrganisationWebhooks(ctx, query),
);
