"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import type { Delivery } from "@/console/queries/deliveries";
import { applyDeliveryEvent, mergePushed } from "@/console/queries/webhook-events";
import { type WebhookIds, webhookStream } from "@/console/queries/webhooks";
import type { LiveState } from "@/lib/api-client/follow-stream";

import { useLive } from "./use-live";
import { useThrottled } from "./use-throttled";

// A busy webhook finishes an attempt every second; the counts may lag behind.
const STATS_REFRESH_MS = 2_000;

/** Follows a webhook's stream: returns its pushed deliveries, newest first, and keeps the cached webhook up to date. */
export function useDeliveries(params: WebhookIds): { live: LiveState; pushed: Delivery[] } {
  const cache = useQueryClient();
  const key = ["webhook", params.webhook_id];
  const [pushed, setPushed] = useState<Delivery[]>([]);
  const hadSnapshot = useRef(false);
  const refreshStats = useThrottled(() => {
    void cache.invalidateQueries({ queryKey: [...key, "stats"] });
  }, STATS_REFRESH_MS);

  const live = useLive(webhookStream(params), (event) => {
    const added = applyDeliveryEvent(cache, params, event);
    const { deliveries, isSnapshot } = added;
    if (deliveries.length === 0 && !isSnapshot) return;
    setPushed((before) => mergePushed(before, added));
    // The second of two snapshots may not contain everything that happened in between.
    if (isSnapshot && hadSnapshot.current)
      void cache.invalidateQueries({ queryKey: [...key, "deliveries"] });
    hadSnapshot.current ||= isSnapshot;
    refreshStats();
  });
  const isGone = live.kind === "ended" && live.error.code === "not_found";
  useEffect(() => {
    // The page then says what a reload would.
    if (isGone) void cache.resetQueries({ queryKey: ["webhook", params.webhook_id], exact: true });
  }, [cache, isGone, params.webhook_id]);
  return { live, pushed };
}
