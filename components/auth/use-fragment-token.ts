"use client";

import { useSyncExternalStore } from "react";

// By page, and in memory only: neither a reload nor another tab finds a token here again.
const tokens = new Map<string, string>();

/**
 * The token behind the `#` of a link. It never reaches a server's log, and here it leaves the address bar and the
 * history at once. `undefined` until the page has looked, null if there is none.
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
  // Another link to the same page changes nothing but the fragment.
  window.addEventListener("hashchange", take);
  return () => window.removeEventListener("hashchange", take);
}
