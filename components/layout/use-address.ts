"use client";

import { usePathname, useSearchParams } from "next/navigation";

type Values = Record<string, string | undefined>;

/** The query of the page's URL, and functions that return or apply a change to it; undefined removes a name. */
export function useAddress() {
  const path = usePathname();
  const search = useSearchParams();
  return { search, withValues: (values: Values) => changed(path, search, values), set };
}

/** A text kept in the page's URL under a name, so that a link to the page shows the same. */
export function useSearchText(name: string): [string, (value: string) => void] {
  const text = useSearchParams().get(name) ?? "";
  return [text, (value) => set({ [name]: value })];
}

/**
 * The same for a place that people move through: Back returns to the one before.
 * @param about names of what is about one place only, which the next one does without
 */
export function useSearchStep(
  name: string,
  about: readonly string[],
): [string, (value: string) => void] {
  const text = useSearchParams().get(name) ?? "";
  const left = Object.fromEntries(about.map((each) => [each, undefined]));
  return [text, (value) => set({ ...left, [name]: value }, "pushState")];
}

// Needs no server request: filtered data comes from the API. React learns of a change a little late, so the next change
// starts from the browser's URL.
function set(values: Values, how: "pushState" | "replaceState" = "replaceState"): void {
  const { pathname, search } = window.location;
  window.history[how](null, "", changed(pathname, search, values));
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
