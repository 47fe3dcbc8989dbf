import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { deliveriesApi } from "@/lib/api-client/calls/deliveries";
import { request } from "@/lib/api-client/request";
import type { Delivery as DeliveryShape } from "@/lib/contract/deliveries";

import { type DeliveryFilters, deliveryQueryOf, matches, PAGE } from "./delivery-filters";
import type { WebhookIds } from "./webhooks";

/** The delivery of one message to one webhook, as the API returns it. */
export type Delivery = z.infer<typeof DeliveryShape>;
export type Attempt = Delivery["attempts"][number];

/** The delivery log of a webhook, newest first, in pages. */
export const deliveriesQuery = (params: WebhookIds, filters: DeliveryFilters) =>
  infiniteQueryOptions({
    queryKey: ["webhook", params.webhook_id, "deliveries", filters],
    queryFn: ({ signal, pageParam }) =>
      request(deliveriesApi.list, { params, query: deliveryQueryOf(filters, pageParam), signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
  });

/** One delivery with its body as sent. `revision` changes with every attempt, so that it is fetched again. */
export const deliveryQuery = (params: WebhookIds, id: string, revision: string) =>
  queryOptions({
    queryKey: ["webhook", params.webhook_id, "delivery", id, revision],
    queryFn: ({ signal }) =>
      request(deliveriesApi.get, { params: { ...params, msg_id: id }, signal }),
    placeholderData: (before) => before,
  });

/**
 * Merges what a stream has pushed by `now` (milliseconds since 1970) into the pages of a list: a known delivery is
 * replaced in place, or removed if it no longer matches; a new one goes to the front.
 */
export function mergeDeliveries(
  pages: readonly Delivery[][],
  pushed: readonly Delivery[],
  filters: DeliveryFilters,
  now: number,
): Delivery[][] {
  const latest = new Map(pushed.map((delivery) => [delivery.id, delivery]));
  const known = new Set(pages.flat().map(({ id }) => id));
  const [first = [], ...rest] = pages.map((page) =>
    page.map((old) => latest.get(old.id) ?? old).filter((item) => matches(item, filters, now)),
  );
  const newest = first[0]?.id ?? "";
  // Ids rise with time. A delivery older than the first page belongs to a page not loaded yet.
  const added = pushed.filter(
    (item) => !known.has(item.id) && item.id > newest && matches(item, filters, now),
  );
  return [[...added.toSorted((a, b) => (a.id < b.id ? 1 : -1)), ...first], ...rest];
}
