"use client";

import { useSyncExternalStore } from "react";

// The same width at which `sm:` begins.
const WIDE = "(min-width: 40rem)";

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** Whether the window is wider than a phone's, for what cannot be left to CSS. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
