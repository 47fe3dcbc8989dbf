"use client";

import { useSyncExternalStore } from "react";

// The width of the `sm:` breakpoint.
const WIDE = "(min-width: 40rem)";

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** Whether the window is wider than a phone, for layouts that CSS alone can't do. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
