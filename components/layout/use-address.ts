"use client";

import { usePathname, useSearchParams } from "next/navigation";

import { onceRouted } from "./once-routed";

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

let isGoingBack = false;

/**
 * The same for what opens over a page, as a preview does: Back closes it, a step to the next one replaces it, and closing
 * it goes back. Where it was opened by a link there is nothing to go back to, so the page without it is a step forward.
 */
export function useSearchOverlay(name: string): [string, (value: string) => void] {
  const text = useSearchParams().get(name) ?? "";
  const change = (value: string) => {
    const isOverlay = history.state?.isOverlay === true;
    if (value === "" && isOverlay) return goBackOnce();
    if (value !== "" && text !== "") set({ [name]: value }, "replaceState", { isOverlay });
    else set({ [name]: value }, "pushState", { isOverlay: value !== "" });
  };
  return [text, change];
}

// Two presses of Escape in a row must not leave the page below as well.
function goBackOnce(): void {
  if (isGoingBack) return;
  isGoingBack = true;
  window.addEventListener("popstate", () => (isGoingBack = false), { once: true });
  window.history.back();
}

// Needs no server request: filtered data comes from the API. React learns of a change a little late, so the next change
// starts from the browser's URL.
function set(
  values: Values,
  how: "pushState" | "replaceState" = "replaceState",
  state: object | null = null,
): void {
  onceRouted(how, () => {
    const { pathname, search } = window.location;
    window.history[how](state, "", changed(pathname, search, values));
  });
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
