import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { STATUS_KINDS, type WebhookStatus } from "@/console/state/webhook-status";
import { organisationWebhooksApi } from "@/lib/api-client/calls/organisation-webhooks";
import { request } from "@/lib/api-client/request";
import { isId } from "@/lib/contract/ids";
import { isReserved } from "@/lib/contract/listener-url";
import type { organisationWebhooks } from "@/lib/contract/organisation-webhooks";

import { type DeliveryFilters, deliveryQueryOf, PAGE } from "./delivery-filters";
import { allWebhooksKey as keyOf } from "./webhook-counts";
import type { Window } from "./webhooks";

/** A delivery with the filesystem and the URL of its webhook. */
export type PlacedDelivery = z.infer<typeof organisationWebhooks.deliveries.result>[number];

/** What the list of webhooks can be narrowed to. */
export type Health = WebhookStatus["kind"] | "unhealthy";

/** What a page's URL narrows the list to. */
export const healthOf = (search: URLSearchParams): Health | undefined =>
  ([...STATUS_KINDS, "unhealthy"] as const).find((health) => health === search.get("status"));

// No stream covers a whole organisation.
const REFRESH_MS = 5_000;
const STATS_REFRESH_MS = 15_000;
const FIRST_CHANGE_MS = 2_000;
// The most that the service returns at once.
const WEBHOOKS = 100;

/** The webhooks of all filesystems, oldest first, in pages. */
export const allWebhooksQuery = (orgId: string, health?: Health, search = "") =>
  infiniteQueryOptions({
    queryKey: [...keyOf(orgId), "list", health, search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      request(organisationWebhooksApi.list, {
        params: { org_id: orgId },
        query: {
          ...(health && { health }),
          ...(search !== "" && { search }),
          ...(after && { after }),
        },
        signal,
      }),
    getNextPageParam: (page) => (page.length < WEBHOOKS ? undefined : page.at(-1)?.id),
    refetchInterval: REFRESH_MS,
  });

/** The filesystem or webhook whose deliveries are shown. */
export type DeliveryScope = { filesystem_id?: string | undefined; webhook_id?: string | undefined };

/** Reads them from a page's URL and ignores invalid values. */
export function readScope(search: URLSearchParams): DeliveryScope {
  const [fsId, webhookId] = [search.get("filesystem") ?? "", search.get("webhook") ?? ""];
  return {
    filesystem_id: isId("fs", fsId) ? fsId : undefined,
    webhook_id: isId("wh", webhookId) ? webhookId : undefined,
  };
}

/** The deliveries of all webhooks, or of those of a scope, newest first, in pages. */
export const allDeliveriesQuery = (orgId: string, filters: DeliveryFilters, scope: DeliveryScope) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(orgId), "deliveries", filters, scope],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      request(organisationWebhooksApi.deliveries, {
        params: { org_id: orgId },
        query: { ...deliveryQueryOf(filters, pageParam), ...scope },
        signal,
      }),
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    // Further pages were opened to read them.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : REFRESH_MS),
  });

/** The delivery of this id, as a list of one, or an empty one. */
export const deliveryByIdQuery = (orgId: string, id: string) =>
  queryOptions({
    queryKey: [...keyOf(orgId), "delivery", id],
    queryFn: ({ signal }) =>
      request(organisationWebhooksApi.deliveries, {
        params: { org_id: orgId },
        query: { id },
        signal,
      }),
  });

const LOG_MS = 7 * 86_400_000;

/**
 * The filesystem of the first webhook, if there is one, whether none of them leads to an endpoint of the user's own, and
 * whether a change has reached any: the log says so for 7 days, and a webhook that is older and has received something
 * then needs no guidance.
 */
export const firstChangeQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...keyOf(orgId), "first-change"],
    queryFn: async ({ signal }) => {
      const params = { org_id: orgId };
      const [webhooks, changes] = await Promise.all([
        request(organisationWebhooksApi.list, { params, signal }),
        request(organisationWebhooksApi.deliveries, {
          params,
          query: { type: "files.changed", status: "delivered", limit: "1" },
          signal,
        }),
      ]);
      return {
        filesystemId: webhooks[0]?.filesystem_id ?? null,
        isTrial: webhooks.every(isReserved),
        hasArrived:
          changes.length > 0 ||
          webhooks.some(
            (one) =>
              one.last_success_at !== null && Date.parse(one.created_at) < Date.now() - LOG_MS,
          ),
      };
    },
    // Only while someone waits for it.
    refetchInterval: ({ state }) => (state.data?.hasArrived === false ? FIRST_CHANGE_MS : false),
  });

/** The attempts of all webhooks over a time range. */
export const allStatsQuery = (orgId: string, window: Window) =>
  queryOptions({
    queryKey: [...keyOf(orgId), "stats", window],
    queryFn: ({ signal }) =>
      request(organisationWebhooksApi.stats, {
        params: { org_id: orgId },
        query: { window },
        signal,
      }),
    staleTime: STATS_REFRESH_MS,
    refetchInterval: STATS_REFRESH_MS,
    placeholderData: (before) => before,
  });
