"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import type { Delivery } from "@/console/queries/deliveries";
import type { LiveState } from "@/console/queries/live";
import { remember, takeDeliveriesEvent } from "@/console/queries/webhook-events";
import { type WebhookIds, webhookStream } from "@/console/queries/webhooks";

import { useLive } from "./use-live";
import { useThrottled } from "./use-throttled";

// A busy webhook ends an attempt every second; counts need not run as fast.
const COUNT_AGAIN_MS = 2_000;

/** The one stream of a webhook's page: what it told of deliveries, newest first; the webhook goes into the cache. */
export function useDeliveries(params: WebhookIds): { live: LiveState; told: Delivery[] } {
  const cache = useQueryClient();
  const key = ["webhook", params.webhook_id];
  const [told, setTold] = useState<Delivery[]>([]);
  const hadSnapshot = useRef(false);
  const recount = useThrottled(() => {
    void cache.invalidateQueries({ queryKey: [...key, "stats"] });
  }, COUNT_AGAIN_MS);

  const live = useLive(webhookStream(params), (event) => {
    const { deliveries, isSnapshot } = takeDeliveriesEvent(cache, params, event);
    if (deliveries.length === 0) return;
    setTold((before) => remember(before, deliveries));
    // Between two snapshots more may have gone by than the second one holds.
    if (isSnapshot && hadSnapshot.current)
      void cache.invalidateQueries({ queryKey: [...key, "deliveries"] });
    hadSnapshot.current ||= isSnapshot;
    recount();
  });
  return { live, told };
}
