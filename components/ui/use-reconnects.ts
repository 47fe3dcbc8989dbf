"use client";

import { useSyncExternalStore } from "react";

let count = 0;
const listeners = new Set<() => void>();

/** Tells everything on the page that the service is reachable again. */
export function reconnected(): void {
  count++;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How often the service has become reachable again since the page was loaded. */
export const useReconnects = (): number =>
  useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  );
