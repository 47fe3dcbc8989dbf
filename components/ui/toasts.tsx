"use client";

import { X } from "lucide-react";
import { useSyncExternalStore } from "react";

const SHOWN_MS = 6_000;

type Toast = { id: number; text: string };

let all: readonly Toast[] = [];
let count = 0;
const watchers = new Set<() => void>();

function set(next: readonly Toast[]): void {
  all = next;
  for (const watcher of watchers) watcher();
}

const drop = (id: number) => set(all.filter((one) => one.id !== id));

/** Says for a moment that something was done whose effect is not in sight. Failures stay where they happened. */
export function toast(text: string): void {
  const id = ++count;
  set([...all.slice(-2), { id, text }]);
  setTimeout(() => drop(id), SHOWN_MS);
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

const NONE: readonly Toast[] = [];

/** Where toasts appear; it stands on the page before they do, so that screen readers tell of them. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => all,
    () => NONE,
  );
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 top-4 z-50 flex flex-col items-center gap-2 sm:top-auto sm:bottom-4"
    >
      {shown.map(({ id, text }) => (
        <p
          key={id}
          className="bg-ink text-paper rounded-card shadow-card pointer-events-auto flex max-w-md min-w-0 items-center gap-2 py-2 pr-2 pl-4 text-sm"
        >
          <span className="min-w-0 wrap-anywhere">{text}</span>
          <button
            type="button"
            aria-label="Dismiss"
            className="rounded-control p-1"
            onClick={() => drop(id)}
          >
            <X aria-hidden className="size-4" />
          </button>
        </p>
      ))}
    </div>
  );
}
