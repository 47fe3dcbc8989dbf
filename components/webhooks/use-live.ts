"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";

import { handleRequestError } from "@/components/layout/session-watch";
import { whenReleased } from "@/components/layout/when-released";
import type { StreamEvent } from "@/lib/api-client/event-stream";
import { followStream, type LiveState, openStream } from "@/lib/api-client/follow-stream";

/** Follows a stream while the component is mounted, or none for null; an ended stream is handled like a failed request. */
export function useLive(url: string | null, onEvent: (event: StreamEvent) => void): LiveState {
  const [state, setState] = useState<LiveState>({ kind: "connecting" });
  const handleEvent = useEffectEvent(onEvent);
  const client = useQueryClient();
  useEffect(() => {
    if (url === null) return undefined;
    const unmounted = new AbortController();
    void followStream(openStream(url), {
      signal: unmounted.signal,
      onEvent: (event) => whenReleased(() => handleEvent(event)),
      onState: (next) => {
        if (next.kind === "ended") handleRequestError(client, next.error);
        setState((before) => (before.kind === next.kind ? before : next));
      },
    });
    return () => unmounted.abort();
  }, [url, client]);
  return state;
}
