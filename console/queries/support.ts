import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { api } from "@/lib/api-client/api";
import { believe } from "@/lib/api-client/as-response";
import { request, urlOf } from "@/lib/api-client/request";
import { isId } from "@/lib/contract/ids";
import type { support, SupportWebhook } from "@/lib/contract/support";

import type { StreamEvent } from "./event-stream";

export type Cluster = z.infer<typeof support.clusters.result>[number];
export type { SupportWebhook };

/** What clusters are made by. */
export const GROUPS = ["host", "code"] as const;
export type Group = (typeof GROUPS)[number];

/** What the failures are narrowed to. */
export type SupportFilters = {
  code?: string | undefined;
  host?: string | undefined;
  org_id?: string | undefined;
  state?: SupportWebhook["state"] | undefined;
  /** For how long it has failed. */
  age?: Age | undefined;
};

const HOUR_MS = 3_600_000;
/** Spans since the first failure, in milliseconds: from, and up to. */
const AGES = {
  new: [0, HOUR_MS],
  hour: [HOUR_MS, Infinity],
  day: [24 * HOUR_MS, Infinity],
} as const;
type Age = keyof typeof AGES;
/** What they are called. */
export const AGE_NAMES: Record<Age, string> = {
  new: "Less than an hour",
  hour: "An hour or longer",
  day: "A day or longer",
};

const STATES = ["active", "disabled"] as const satisfies readonly SupportWebhook["state"][];

/** Reads filters from a page's address; what makes no sense there counts as not given. */
export function readSupportFilters(search: URLSearchParams): SupportFilters {
  const read = (name: string, isPossible: (text: string) => boolean) =>
    [search.get(name)].find((text) => text !== null && isPossible(text)) ?? undefined;
  return {
    code: read("code", (text) => /^[!-~]{1,40}$/.test(text)),
    host: read("host", (text) => /^[!-~]{1,253}$/.test(text)),
    org_id: read("org_id", (text) => isId("org", text)),
    state: STATES.find((state) => state === search.get("state")),
    age: (["new", "hour", "day"] as const).find((age) => age === search.get("age")),
  };
}

/** Whether the list narrowed so shows a webhook at `now`; the same rule as the service's, and the age. */
export function isShown(webhook: SupportWebhook, filters: SupportFilters, now: number): boolean {
  const [from, to] = filters.age === undefined ? [-Infinity, Infinity] : AGES[filters.age];
  const age = webhook.failing_since === null ? null : now - Date.parse(webhook.failing_since);
  return (
    (filters.age === undefined || (age !== null && age >= from && age < to)) &&
    (filters.code === undefined || webhook.last_failure === filters.code) &&
    (filters.host === undefined || webhook.host === filters.host.toLowerCase()) &&
    (filters.org_id === undefined || webhook.org_id === filters.org_id) &&
    (filters.state === undefined || webhook.state === filters.state)
  );
}

/** Where webhooks in trouble are told live. */
export const supportStream = () => urlOf(api.support.stream.path, {});

/** What the stream tells of (spec 4.33): as the operations say it, so it is believed like their answers. */
type Told = { snapshot: { webhooks: SupportWebhook[] }; removed: { id: string } };

/** The webhooks in trouble after one event of the stream, by id; `before` is undefined ahead of the first snapshot. */
export function takeSupportEvent(
  before: SupportWebhook[] | undefined,
  { event, data }: StreamEvent,
): SupportWebhook[] | undefined {
  if (event === "snapshot") return believe<Told["snapshot"]>(data).webhooks;
  if (before === undefined) return before;
  if (event === "removed") {
    const { id } = believe<Told["removed"]>(data);
    return before.filter((webhook) => webhook.webhook_id !== id);
  }
  if (event !== "webhook") return before;
  const changed = believe<SupportWebhook>(data);
  const others = before.filter((webhook) => webhook.webhook_id !== changed.webhook_id);
  return [...others, changed].toSorted((a, b) => (a.webhook_id < b.webhook_id ? -1 : 1));
}

/** Whether an event of the stream says that this webhook has changed. */
export function isAbout(id: string, { event, data }: StreamEvent): boolean {
  if (event === "webhook") return believe<SupportWebhook>(data).webhook_id === id;
  return event === "removed" && believe<Told["removed"]>(data).id === id;
}

/** Where all clusters lie in the cache. */
export const clustersKey = ["support", "clusters"] as const;

/** What fails together, the largest first. */
export const clustersQuery = (by: Group) =>
  queryOptions({
    queryKey: [...clustersKey, by],
    queryFn: ({ signal }) => request(api.support.clusters, { query: { by }, signal }),
  });

/** One webhook of any organisation. */
export const supportWebhookQuery = (id: string) =>
  queryOptions({
    queryKey: ["support", "webhook", id],
    queryFn: ({ signal }) => request(api.support.webhook, { params: { webhook_id: id }, signal }),
  });

const PAGE = 50;

/** The delivery log of one webhook, newest first, a page at a time. */
export const supportDeliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ["support", "webhook", id, "deliveries"],
    queryFn: ({ signal, pageParam }) => {
      const after = pageParam === null ? {} : { after: pageParam };
      const query = { ...after, limit: String(PAGE) };
      return request(api.support.deliveries, { params: { webhook_id: id }, query, signal });
    },
    initialPageParam: firstPage(),
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
  });

const firstPage = (): string | null => null;

// No stream tells of the engine, and every look is one line of the audit log.
const ENGINE_MS = 15_000;

/** Whether deliveries flow. */
export const engineQuery = queryOptions({
  queryKey: ["support", "engine"],
  queryFn: ({ signal }) => request(api.support.engine, { signal }),
  refetchInterval: ENGINE_MS,
});
