import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { organisationWebhooksApi } from "@/lib/api-client/calls/organisation-webhooks";
import { request } from "@/lib/api-client/request";
import type { organisationWebhooks } from "@/lib/contract/organisation-webhooks";

// Every page shows them.
const REFRESH_MS = 15_000;

/** The cache key of everything about all webhooks of an organisation. */
export const allWebhooksKey = (orgId: string) => ["orgs", orgId, "webhooks"] as const;

/** How many webhooks are retrying, failing or disabled. */
export const unhealthyOf = (counts: z.infer<typeof organisationWebhooks.counts.result>): number =>
  counts.retrying + counts.failing + counts.disabled;

/** How many webhooks have each health, of all or of those that contain a text. */
export const webhookCountsQuery = (orgId: string, search = "") =>
  queryOptions({
    queryKey: [...allWebhooksKey(orgId), "counts", search],
    queryFn: ({ signal }) =>
      request(organisationWebhooksApi.counts, {
        params: { org_id: orgId },
        query: search === "" ? {} : { search },
        signal,
      }),
    refetchInterval: REFRESH_MS,
    // While another search is on its way, but never those of another organisation.
    placeholderData: (before, query) => (query?.queryKey[1] === orgId ? before : undefined),
  });
