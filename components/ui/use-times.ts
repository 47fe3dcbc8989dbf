"use client";

import { use, useSyncExternalStore } from "react";

import { type Times, timesOf } from "@/console/state/times";

import { Facts } from "./page-facts";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const read = () => timesOf(document.documentElement.dataset["times"]);

/** How the viewer wants times; all times on a page change together. */
export function useTimes(): Times {
  const { times } = use(Facts);
  return useSyncExternalStore(subscribe, read, () => times);
}

/** Shows all times on the page in another way. */
export function showTimes(times: Times): void {
  document.documentElement.dataset["times"] = times;
  for (const listener of listeners) listener();
}
