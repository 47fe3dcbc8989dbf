import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import { support, type SupportWebhook } from "@/lib/contract/support";

import type { StreamEvent } from "./event-stream";
import { request, urlOf } from "./request";

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
};

const { code, host, org_id: orgId, state } = support.failures.query.shape;

/** Reads filters from a page's address; what makes no sense there counts as not given. */
export function readSupportFilters(search: URLSearchParams): SupportFilters {
  const read = <T>(schema: z.ZodType<T>, name: string) =>
    schema.safeParse(search.get(name) ?? undefined).data;
  return {
    code: read(code, "code"),
    host: read(host, "host"),
    org_id: read(orgId, "org_id"),
    state: read(state, "state"),
  };
}

/** Whether the list narrowed so shows a webhook; the same rule as the service's. */
export function isShown(webhook: SupportWebhook, filters: SupportFilters): boolean {
  return (
    (filters.code === undefined || webhook.last_failure === filters.code) &&
    (filters.host === undefined || webhook.host === filters.host.toLowerCase()) &&
    (filters.org_id === undefined || webhook.org_id === filters.org_id) &&
    (filters.state === undefined || webhook.state === filters.state)
  );
}

/** Where webhooks in trouble are told live. */
export const supportStream = () => urlOf(support.stream.path, {});

const SupportWebhookShape = support.webhook.result;
const Snapshot = z.object({ webhooks: z.array(SupportWebhookShape) });
const Removed = z.object({ id: z.string() });

/** The webhooks in trouble after one event of the stream, by id; `before` is undefined ahead of the first snapshot. */
export function takeSupportEvent(
  before: SupportWebhook[] | undefined,
  { event, data }: StreamEvent,
): SupportWebhook[] | undefined {
  if (event === "snapshot") return Snapshot.parse(data).webhooks;
  if (before === undefined) return before;
  if (event === "removed") {
    const { id } = Removed.parse(data);
    return before.filter((webhook) => webhook.webhook_id !== id);
  }
  if (event !== "webhook") return before;
  const changed = SupportWebhookShape.parse(data);
  const others = before.filter((webhook) => webhook.webhook_id !== changed.webhook_id);
  return [...others, changed].toSorted((a, b) => (a.webhook_id < b.webhook_id ? -1 : 1));
}

/** Where all clusters lie in the cache. */
export const clustersKey = ["support", "clusters"] as const;

/** What fails together, the largest first. */
export const clustersQuery = (by: Group) =>
  queryOptions({
    queryKey: [...clustersKey, by],
    queryFn: ({ signal }) => request(support.clusters, { query: { by }, signal }),
  });

/** One webhook of any organisation. */
export const supportWebhookQuery = (id: string) =>
  queryOptions({
    queryKey: ["support", "webhook", id],
    queryFn: ({ signal }) => request(support.webhook, { params: { webhook_id: id }, signal }),
  });

const PAGE = 50;

/** The delivery log of one webhook, newest first, a page at a time. */
export const supportDeliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ["support", "webhook", id, "deliveries"],
    queryFn: ({ signal, pageParam }) => {
      const after = pageParam === null ? {} : { after: pageParam };
      const query = { ...after, limit: String(PAGE) };
      return request(support.deliveries, { params: { webhook_id: id }, query, signal });
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
  queryFn: ({ signal }) => request(support.engine, { signal }),
  refetchInterval: ENGINE_MS,
});
