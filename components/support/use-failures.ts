"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { useLive } from "@/components/webhooks/use-live";
import { useThrottled } from "@/components/webhooks/use-throttled";
import type { LiveState } from "@/console/queries/live";
import {
  clustersKey,
  supportStream,
  takeSupportEvent,
  type SupportWebhook,
} from "@/console/queries/support";

// Many webhooks fail in the same moment when a host goes; one look at the clusters is enough.
const CLUSTERS_AGAIN_MS = 2_000;

/** Webhooks in trouble as they change; undefined until the first snapshot. */
export function useFailures(): { live: LiveState; webhooks: SupportWebhook[] | undefined } {
  const cache = useQueryClient();
  const [webhooks, setWebhooks] = useState<SupportWebhook[]>();
  const again = useThrottled(() => {
    void cache.invalidateQueries({ queryKey: clustersKey });
  }, CLUSTERS_AGAIN_MS);
  const live = useLive(supportStream(), (event) => {
    setWebhooks((before) => takeSupportEvent(before, event));
    if (event.event === "webhook" || event.event === "removed") again();
  });
  return { live, webhooks };
}
