"use client";

import { useSearchParams } from "next/navigation";

/** A text that the address of the page holds under a name, so that a link to the page shows the same. */
export function useSearchText(name: string): [string, (value: string) => void] {
  const search = useSearchParams();
  const set = (value: string) => {
    const next = new URLSearchParams(search);
    if (value === "") next.delete(name);
    else next.set(name, value);
    const query = next.toString();
    window.history.replaceState(null, "", query === "" ? window.location.pathname : `?${query}`);
  };
  return [search.get(name) ?? "", set];
}
