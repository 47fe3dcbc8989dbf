"use client";

import { useSyncExternalStore } from "react";

const TICK_MS = 1_000;
const watchers = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of watchers) each();
  }, TICK_MS);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Milliseconds since 1970, once a second; all that count on a page tick together. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read, read);
}

function read(): number {
  // Nobody has ticked while nobody watched.
  if (timer === undefined) now = Date.now() - (Date.now() % TICK_MS);
  return now;
}
