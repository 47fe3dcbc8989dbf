"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { useLive } from "@/components/webhooks/use-live";
import type { LiveState } from "@/lib/client/live";
import {
  clustersKey,
  supportStream,
  takeSupportEvent,
  type SupportWebhook,
} from "@/lib/client/support";

// Many webhooks fail in the same moment when a host goes; one look at the clusters is enough.
const CLUSTERS_AGAIN_MS = 2_000;

/** Webhooks in trouble as they change; undefined until the first snapshot. */
export function useFailures(): { live: LiveState; webhooks: SupportWebhook[] | undefined } {
  const cache = useQueryClient();
  const [webhooks, setWebhooks] = useState<SupportWebhook[]>();
  const again = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(again.current), []);
  const live = useLive(supportStream(), (event) => {
    setWebhooks((before) => takeSupportEvent(before, event));
    if (event.event !== "webhook" && event.event !== "removed") return;
    again.current ??= setTimeout(() => {
      again.current = undefined;
      void cache.invalidateQueries({ queryKey: clustersKey });
    }, CLUSTERS_AGAIN_MS);
  });
  return { live, webhooks };
}
