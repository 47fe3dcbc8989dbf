"use client";

import { usePathname, useSearchParams } from "next/navigation";

type Values = Record<string, string | undefined>;

/** What the page's address says after `?`, and functions that return and make it changed; undefined takes a name away. */
export function useAddress() {
  const path = usePathname();
  const search = useSearchParams();
  return { search, withValues: (values: Values) => changed(path, search, values), set };
}

/** A text that the address of the page holds under a name, so that a link to the page shows the same. */
export function useSearchText(name: string): [string, (value: string) => void] {
  const text = useSearchParams().get(name) ?? "";
  return [text, (value) => set({ [name]: value })];
}

// Asks the server for nothing: what filters show comes from the API. The page hears of a change a little later than it is
// made, so the next one goes on from what the browser has.
function set(values: Values): void {
  const { pathname, search } = window.location;
  window.history.replaceState(null, "", changed(pathname, search, values));
}

function changed(path: string, search: URLSearchParams | string, values: Values): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === "") next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text === "" ? path : `${path}?${text}`;
}
