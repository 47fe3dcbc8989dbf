import type { QueryClient } from "@tanstack/react-query";

import { asResponse } from "@/lib/api-client/as-response";
import type { StreamEvent } from "@/lib/api-client/event-stream";

import type { Delivery } from "./deliveries";
import {
  type FilesystemIds,
  type Webhook,
  type WebhookIds,
  webhookQuery,
  webhooksQuery,
} from "./webhooks";

/** The events of the streams (spec 4.32), trusted like responses. */
type Events = {
  webhooks: { webhooks: Webhook[] };
  removed: { id: string };
  deliveries: { webhook: Webhook; deliveries: Delivery[] };
};

/** What an event of one webhook's stream says of deliveries. */
type Pushed = { deliveries: readonly Delivery[]; isSnapshot: boolean };

/** Applies an event of a filesystem's webhook stream to the query cache. */
export function applyWebhookEvent(
  cache: QueryClient,
  params: FilesystemIds,
  { event, data }: StreamEvent,
): void {
  const { queryKey } = webhooksQuery(params);
  if (event === "snapshot")
    cache.setQueryData(queryKey, asResponse<Events["webhooks"]>(data).webhooks);
  if (event === "webhook") {
    const changed = asResponse<Webhook>(data);
    cache.setQueryData(queryKey, (list = []) => upsert(list, changed));
  }
  if (event === "removed") {
    const { id } = asResponse<Events["removed"]>(data);
    cache.setQueryData(queryKey, (list = []) => list.filter((webhook) => webhook.id !== id));
  }
}

function upsert(list: readonly Webhook[], changed: Webhook): Webhook[] {
  const isKnown = list.some(({ id }) => id === changed.id);
  if (!isKnown) return [...list, changed];
  return list.map((webhook) => (webhook.id === changed.id ? changed : webhook));
}

/**
 * Applies an event of one webhook's stream: the webhook goes into the query cache, its deliveries are returned. There
 * may be a gap between a `snapshot` and the events before it.
 */
export function applyDeliveryEvent(
  cache: QueryClient,
  params: WebhookIds,
  { event, data }: StreamEvent,
): Pushed {
  const { queryKey } = webhookQuery(params);
  if (event === "snapshot") {
    const { webhook, deliveries } = asResponse<Events["deliveries"]>(data);
    cache.setQueryData(queryKey, webhook);
    return { deliveries, isSnapshot: true };
  }
  if (event === "webhook") cache.setQueryData(queryKey, asResponse<Webhook>(data));
  return {
    deliveries: event === "delivery" ? [asResponse<Delivery>(data)] : [],
    isSnapshot: false,
  };
}

const MAX_PUSHED = 200;

/**
 * Merges pushed deliveries, newest first, each in its latest version; keeps the newest 200. A snapshot replaces them:
 * what it does not hold may have changed during the gap.
 */
export function mergePushed(
  before: readonly Delivery[],
  { deliveries, isSnapshot }: Pushed,
): Delivery[] {
  const kept = isSnapshot ? [] : before;
  const byId = new Map([...kept, ...deliveries].map((delivery) => [delivery.id, delivery]));
  return [...byId.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, MAX_PUSHED);
}
