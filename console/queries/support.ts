import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { byUrgency, STATUS_KINDS, statusOf } from "@/console/state/webhook-status";
import { asResponse } from "@/lib/api-client/as-response";
import { supportApi } from "@/lib/api-client/calls/support";
import type { StreamEvent } from "@/lib/api-client/event-stream";
import { request, urlOf } from "@/lib/api-client/request";
import type { support, SupportWebhook } from "@/lib/contract/support";

import { type DeliveryFilters, deliveryQueryOf, PAGE } from "./delivery-filters";
import type { Window } from "./webhooks";

export type Cluster = z.infer<typeof support.clusters.result>[number];
export type { SupportWebhook };
/** What support staff see of one webhook. */
export type SupportWebhookDetail = z.infer<typeof support.webhook.result>;

/** What clusters are grouped by. */
export const GROUPS = ["host", "code"] as const;
export type Group = (typeof GROUPS)[number];
/** What a page's URL asks to group by. */
export const groupOf = (text: string | null | undefined): Group =>
  GROUPS.find((group) => group === text) ?? "host";

/** The filters of the list of failing webhooks; each text may be a part of what it is compared with. */
export type SupportFilters = {
  code?: string | undefined;
  host?: string | undefined;
  /** A part of its name, or its id. */
  organisation?: string | undefined;
  state?: State | undefined;
  /** How long it has been failing. */
  age?: Age | undefined;
};

const HOUR_MS = 3_600_000;
/** Ranges of the time since the first failure, in milliseconds: from, and below. */
const AGE_RANGES = {
  new: [0, HOUR_MS],
  hour: [HOUR_MS, Infinity],
  day: [24 * HOUR_MS, Infinity],
} as const;
type Age = keyof typeof AGE_RANGES;
export const AGES = ["new", "hour", "day"] as const satisfies readonly Age[];

/** The statuses of webhooks that are not healthy. */
export const STATES = STATUS_KINDS.filter((kind) => kind !== "healthy");
type State = (typeof STATES)[number];

/** Reads filters from a page's URL. */
export function readSupportFilters(search: URLSearchParams): SupportFilters {
  const read = (name: string) => search.get(name) ?? undefined;
  return {
    code: read("code"),
    host: read("host"),
    organisation: read("organisation"),
    state: STATES.find((state) => state === search.get("state")),
    age: AGES.find((age) => age === search.get("age")),
  };
}

const contains = (text: string | null, part: string | undefined) =>
  part === undefined || text?.toLowerCase().includes(part.toLowerCase()) === true;

/** The webhooks that match the filters at `now`, those first that need attention most. */
export const listShown = (
  webhooks: readonly SupportWebhook[],
  filters: SupportFilters,
  now: number,
): SupportWebhook[] =>
  webhooks.filter((webhook) => isShown(webhook, filters, now)).toSorted(byUrgency(now));

function isShown(webhook: SupportWebhook, filters: SupportFilters, now: number): boolean {
  const [from, to] = filters.age === undefined ? [-Infinity, Infinity] : AGE_RANGES[filters.age];
  const age = webhook.failing_since === null ? null : now - Date.parse(webhook.failing_since);
  return (
    (filters.age === undefined || (age !== null && age >= from && age < to)) &&
    contains(webhook.last_failure, filters.code) &&
    contains(webhook.host, filters.host) &&
    contains(`${webhook.org_name} ${webhook.org_id}`, filters.organisation) &&
    (filters.state === undefined || statusOf(webhook, now).kind === filters.state)
  );
}

/** The URL of the stream of failing webhooks. */
export const supportStream = () => urlOf(supportApi.stream.path, {});

/** The events of the stream (spec 4.33), trusted like responses. */
type Events = { snapshot: { webhooks: SupportWebhook[] }; removed: { id: string } };

/** Returns the failing webhooks after an event of the stream, by id; `before` is undefined until the first snapshot. */
export function applySupportEvent(
  before: SupportWebhook[] | undefined,
  { event, data }: StreamEvent,
): SupportWebhook[] | undefined {
  if (event === "snapshot") return asResponse<Events["snapshot"]>(data).webhooks;
  if (before === undefined) return before;
  if (event === "removed") {
    const { id } = asResponse<Events["removed"]>(data);
    return before.filter((webhook) => webhook.webhook_id !== id);
  }
  if (event !== "webhook") return before;
  const changed = asResponse<SupportWebhook>(data);
  const others = before.filter((webhook) => webhook.webhook_id !== changed.webhook_id);
  return [...others, changed].toSorted((a, b) => (a.webhook_id < b.webhook_id ? -1 : 1));
}

/** Whether an event of the stream reports a change of this webhook. */
export function isAbout(id: string, { event, data }: StreamEvent): boolean {
  if (event === "webhook") return asResponse<SupportWebhook>(data).webhook_id === id;
  return event === "removed" && asResponse<Events["removed"]>(data).id === id;
}

/** The cache key of all clusters. */
export const clustersKey = ["support", "clusters"] as const;

/** Failing webhooks grouped by host or code, the largest group first. */
export const clustersQuery = (by: Group) =>
  queryOptions({
    queryKey: [...clustersKey, by],
    queryFn: ({ signal }) => request(supportApi.clusters, { query: { by }, signal }),
  });

/** One webhook of any organisation. */
export const supportWebhookQuery = (id: string) =>
  queryOptions({
    queryKey: ["support", "webhook", id],
    queryFn: ({ signal }) => request(supportApi.webhook, { params: { webhook_id: id }, signal }),
  });

/** The statistics of a webhook's attempts over a time range. */
export const supportStatsQuery = (id: string, window: Window) =>
  queryOptions({
    queryKey: ["support", "webhook", id, "stats", window],
    queryFn: ({ signal }) =>
      request(supportApi.stats, { params: { webhook_id: id }, query: { window }, signal }),
    placeholderData: (before) => before,
  });

/** One message of any webhook. */
export const supportDeliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ["support", "delivery", id],
    queryFn: ({ signal }) => request(supportApi.delivery, { params: { msg_id: id }, signal }),
  });

/** The delivery log of one webhook, newest first, in pages. */
export const supportDeliveriesQuery = (id: string, filters: DeliveryFilters) =>
  infiniteQueryOptions({
    queryKey: ["support", "webhook", id, "deliveries", filters],
    queryFn: ({ signal, pageParam }) => {
      const query = deliveryQueryOf(filters, pageParam);
      return request(supportApi.deliveries, { params: { webhook_id: id }, query, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
  });

// The engine has no stream, and every request is recorded in the audit log.
const ENGINE_MS = 15_000;

/** Whether deliveries flow. */
export const engineQuery = queryOptions({
  queryKey: ["support", "engine"],
  queryFn: ({ signal }) => request(supportApi.engine, { signal }),
  refetchInterval: ENGINE_MS,
});
