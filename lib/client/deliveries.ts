import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { deliveries, Delivery as DeliveryShape } from "@/lib/contract/deliveries";

import { request } from "./request";
import type { WebhookIds } from "./webhooks";

/** One message to one webhook, as the API shows it. */
export type Delivery = z.infer<typeof DeliveryShape>;
export type Attempt = Delivery["attempts"][number];

const PAGE = 50;

export const STATUSES = DeliveryShape.shape.status.options;
export const TYPES = DeliveryShape.shape.type.options;

/** What a list of deliveries is narrowed to. */
export type DeliveryFilters = {
  status?: Delivery["status"] | undefined;
  type?: Delivery["type"] | undefined;
  code?: string | undefined;
};

/** Reads filters from a page's address; what makes no sense there counts as not given. */
export function readFilters(search: URLSearchParams): DeliveryFilters {
  const value = (name: string) => search.get(name) ?? undefined;
  const code = deliveries.list.query.shape.code.safeParse(value("code"));
  return {
    status: STATUSES.find((status) => status === value("status")),
    type: TYPES.find((type) => type === value("type")),
    code: code.success ? code.data : undefined,
  };
}

/** Whether the list narrowed so shows a delivery; the same rule as the service's. */
function matches(delivery: Delivery, { status, type, code }: DeliveryFilters): boolean {
  return (
    (status === undefined || delivery.status === status) &&
    (type === undefined || delivery.type === type) &&
    (code === undefined || delivery.attempts.some(({ outcome }) => outcome === code))
  );
}

/** The delivery log of a webhook, newest first, a page at a time. */
export const deliveriesQuery = (params: WebhookIds, filters: DeliveryFilters) =>
  infiniteQueryOptions({
    queryKey: ["webhook", params.webhook_id, "deliveries", filters],
    queryFn: ({ signal, pageParam }) => {
      const after = pageParam === null ? {} : { after: pageParam };
      const query = { ...filters, ...after, limit: String(PAGE) };
      return request(deliveries.list, { params, query, signal });
    },
    initialPageParam: initialPage(),
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
  });

// Null for the first page; a function, because an annotation of the literal would be a cast.
const initialPage = (): string | null => null;

/** One delivery with its body as sent. `revision` names its state, so that a new attempt asks again. */
export const deliveryQuery = (params: WebhookIds, id: string, revision: string) =>
  queryOptions({
    queryKey: ["webhook", params.webhook_id, "delivery", id, revision],
    queryFn: ({ signal }) => request(deliveries.get, { params: { ...params, msg_id: id }, signal }),
    placeholderData: (before) => before,
  });

/**
 * Pages of a list with what a stream has told of: a known delivery is replaced where it stands, or goes when it does
 * not match any more; a new one comes in front.
 */
export function mergeDeliveries(
  pages: readonly Delivery[][],
  told: readonly Delivery[],
  filters: DeliveryFilters,
): Delivery[][] {
  const news = new Map(told.map((delivery) => [delivery.id, delivery]));
  const known = new Set(pages.flat().map(({ id }) => id));
  const [first = [], ...rest] = pages.map((page) =>
    page.map((old) => news.get(old.id) ?? old).filter((item) => matches(item, filters)),
  );
  const newest = first[0]?.id ?? "";
  // Ids rise with time. What is older than the first page belongs to a page that was not asked for yet.
  const added = told.filter(
    (item) => !known.has(item.id) && item.id > newest && matches(item, filters),
  );
  return [[...added.toSorted((a, b) => (a.id < b.id ? 1 : -1)), ...first], ...rest];
}
