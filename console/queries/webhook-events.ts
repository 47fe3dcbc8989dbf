import type { QueryClient } from "@tanstack/react-query";

import { believe } from "@/lib/api-client/as-response";

import type { Delivery } from "./deliveries";
import type { StreamEvent } from "./event-stream";
import {
  type FilesystemIds,
  type Webhook,
  type WebhookIds,
  webhookQuery,
  webhooksQuery,
} from "./webhooks";

/** What streams tell of (spec 4.32): as the operations say it, so it is believed like their answers. */
type Told = {
  webhooks: { webhooks: Webhook[] };
  removed: { id: string };
  deliveries: { webhook: Webhook; deliveries: Delivery[] };
};

/** Takes an event of a filesystem's webhooks into the cache that its pages show. */
export function takeWebhooksEvent(
  cache: QueryClient,
  params: FilesystemIds,
  { event, data }: StreamEvent,
): void {
  const { queryKey } = webhooksQuery(params);
  if (event === "snapshot") cache.setQueryData(queryKey, believe<Told["webhooks"]>(data).webhooks);
  if (event === "webhook") {
    const changed = believe<Webhook>(data);
    cache.setQueryData(queryKey, (list = []) => upsert(list, changed));
  }
  if (event === "removed") {
    const { id } = believe<Told["removed"]>(data);
    cache.setQueryData(queryKey, (list = []) => list.filter((webhook) => webhook.id !== id));
  }
}

function upsert(list: readonly Webhook[], changed: Webhook): Webhook[] {
  const isKnown = list.some(({ id }) => id === changed.id);
  if (!isKnown) return [...list, changed];
  return list.map((webhook) => (webhook.id === changed.id ? changed : webhook));
}

/**
 * Takes an event of one webhook's stream: the webhook into the cache, its deliveries are returned. A `snapshot`
 * begins anew, so what was told before may have a gap after it.
 */
export function takeDeliveriesEvent(
  cache: QueryClient,
  params: WebhookIds,
  { event, data }: StreamEvent,
): { deliveries: Delivery[]; isSnapshot: boolean } {
  const { queryKey } = webhookQuery(params);
  if (event === "snapshot") {
    const { webhook, deliveries } = believe<Told["deliveries"]>(data);
    cache.setQueryData(queryKey, webhook);
    return { deliveries, isSnapshot: true };
  }
  if (event === "webhook") cache.setQueryData(queryKey, believe<Webhook>(data));
  return {
    deliveries: event === "delivery" ? [believe<Delivery>(data)] : [],
    isSnapshot: false,
  };
}

const MOST_TOLD = 200;

/** What has been told of deliveries so far, newest first, each as it was told last; bounded. */
export function remember(told: readonly Delivery[], news: readonly Delivery[]): Delivery[] {
  const byId = new Map([...told, ...news].map((delivery) => [delivery.id, delivery]));
  return [...byId.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, MOST_TOLD);
}
