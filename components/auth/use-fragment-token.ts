"use client";

import { useSyncExternalStore } from "react";

// By path and in memory only, so that no reload and no other tab can read a token again.
const tokens = new Map<string, string>();

/**
 * The token in the fragment of a link. Fragments never reach server logs; this also removes it from the
 * address bar and the history. `undefined` before hydration, null if there is none.
 */
export function useFragmentToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(subscribe, read, () => undefined);
}

function read(): string | null {
  const { pathname, hash } = window.location;
  if (hash !== "") tokens.set(pathname, hash.slice(1));
  return tokens.get(pathname) ?? null;
}

function subscribe(onChange: () => void): () => void {
  const take = () => {
    read();
    const { pathname, search, hash } = window.location;
    if (hash !== "") window.history.replaceState(null, "", pathname + search);
    onChange();
  };
  take();
  // Opening another link to the same page only changes the fragment.
  window.addEventListener("hashchange", take);
  return () => window.removeEventListener("hashchange", take);
}
