"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";

import { noticeRefusal } from "@/components/layout/session-watch";
import type { StreamEvent } from "@/console/queries/event-stream";
import { followStream, type LiveState } from "@/console/queries/live";

/** Follows a stream as long as the page stands, null: not yet, and tells how it stands to it. An end is noticed as any refusal is. */
export function useLive(url: string | null, onEvent: (event: StreamEvent) => void): LiveState {
  const [state, setState] = useState<LiveState>({ kind: "connecting" });
  const take = useEffectEvent(onEvent);
  const client = useQueryClient();
  useEffect(() => {
    if (url === null) return undefined;
    const left = new AbortController();
    void followStream(url, {
      signal: left.signal,
      onEvent: (event) => take(event),
      onState: (next) => {
        if (next.kind === "ended") noticeRefusal(client, next.error);
        setState((before) => (before.kind === next.kind ? before : next));
      },
    });
    return () => left.abort();
  }, [url, client]);
  return state;
}
