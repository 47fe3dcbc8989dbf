"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { useLive } from "@/components/webhooks/use-live";
import { useThrottled } from "@/components/webhooks/use-throttled";
import {
  clustersKey,
  supportStream,
  applySupportEvent,
  type SupportWebhook,
} from "@/console/queries/support";
import type { LiveState } from "@/lib/api-client/follow-stream";

// Many webhooks fail at once when a host goes down; the clusters are fetched once for all of them.
const CLUSTERS_REFRESH_MS = 2_000;

/** The failing webhooks, live; undefined until the first snapshot. */
export function useFailures(): { live: LiveState; webhooks: SupportWebhook[] | undefined } {
  const cache = useQueryClient();
  const [webhooks, setWebhooks] = useState<SupportWebhook[]>();
  const refreshClusters = useThrottled(() => {
    void cache.invalidateQueries({ queryKey: clustersKey });
  }, CLUSTERS_REFRESH_MS);
  const live = useLive(supportStream(), (event) => {
    setWebhooks((before) => applySupportEvent(before, event));
    if (event.event === "webhook" || event.event === "removed") refreshClusters();
  });
  return { live, webhooks };
}
