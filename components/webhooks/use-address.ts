"use client";

import { usePathname, useSearchParams } from "next/navigation";

/** What the page's address says after `?`, and a function that returns it changed; undefined takes a name away. */
export function useAddress() {
  const path = usePathname();
  const search = useSearchParams();
  const withValues = (values: Record<string, string | undefined>): string => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined || value === "") next.delete(name);
      else next.set(name, value);
    }
    const text = next.toString();
    return text === "" ? path : `${path}?${text}`;
  };
  // Asks the server for nothing: what filters show comes from the API.
  const set = (values: Record<string, string | undefined>) =>
    window.history.replaceState(null, "", withValues(values));
  return { search, withValues, set };
}
