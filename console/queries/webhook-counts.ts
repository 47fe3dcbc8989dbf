import { queryOptions } from "@tanstack/react-query";

import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";

// Every page shows them.
const REFRESH_MS = 15_000;

/** The cache key of everything about all webhooks of an organisation. */
export const allWebhooksKey = (orgId: string) => ["orgs", orgId, "webhooks"] as const;

/** How many webhooks have each health. */
export const webhookCountsQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...allWebhooksKey(orgId), "counts"],
    queryFn: ({ signal }) =>
      request(api.organisationWebhooks.counts, { params: { org_id: orgId }, signal }),
    refetchInterval: REFRESH_MS,
  });
