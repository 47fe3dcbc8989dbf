"use client";

import { use, useSyncExternalStore } from "react";

import { Facts } from "./page-facts";

const TICK_MS = 1_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Milliseconds since 1970, updated once a second; all times on a page tick together. */
export function useNow(): number {
  const { madeAt } = use(Facts);
  return useSyncExternalStore(subscribe, read, () => madeAt);
}

function read(): number {
  // The timer is off while nothing subscribes, so `now` may be old.
  if (timer === undefined) now = Date.now() - (Date.now() % TICK_MS);
  return now;
}
