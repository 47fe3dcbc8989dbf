"use client";

import { X } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";

import { text } from "@/console/text/ui";

const SHOWN_MS = 6_000;
const UNDO_MS = 10_000;

type Action = { name: string; run: () => void };
type Toast = { id: number; message: string; action: Action | undefined };

let toasts: readonly Toast[] = [];
let count = 0;
let docked: ReactNode = null;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const dismiss = (id: number) => set(toasts.filter((shown) => shown.id !== id));

/**
 * Confirms an action whose effect is not visible, or that can be undone. Failures are shown where they happen instead.
 * @param action a button in it, as to undo
 */
export function toast(message: string, action?: Action): void {
  const id = ++count;
  set([...toasts.slice(-2), { id, message, action }]);
  setTimeout(() => dismiss(id), action === undefined ? SHOWN_MS : UNDO_MS);
}

/** Dismisses toasts that offer nothing, as when what they say is over. */
export const dismissMessages = () => set(toasts.filter(({ action }) => action !== undefined));

/** Shows something beside toasts, on every page from now on. */
export function dock(node: ReactNode): void {
  docked = node;
  set(toasts);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NONE: readonly Toast[] = [];

/** Shows toasts. It is rendered before the first of them, so that screen readers announce it. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  );
  const beside = useSyncExternalStore(
    subscribe,
    () => docked,
    () => null,
  );
  return (
    <>
      {beside}
      <div
        aria-live="polite"
        className="pointer-events-none fixed inset-x-4 top-4 z-50 flex flex-col items-center gap-2 sm:top-auto sm:bottom-4"
      >
        {shown.map(({ id, message, action }) => (
          <p
            key={id}
            className="bg-ink text-paper rounded-card shadow-card pointer-events-auto flex max-w-md min-w-0 items-center gap-2 py-2 pr-2 pl-4 text-sm"
          >
            <span className="min-w-0 wrap-anywhere">{message}</span>
            {action && (
              <button
                type="button"
                className="rounded-control border-paper/40 shrink-0 border px-2.5 py-0.5 font-medium"
                onClick={() => {
                  dismiss(id);
                  action.run();
                }}
              >
                {action.name}
              </button>
            )}
            <button
              type="button"
              aria-label={text.dismiss}
              className="rounded-control p-1"
              onClick={() => dismiss(id)}
            >
              <X aria-hidden className="size-4" />
            </button>
          </p>
        ))}
      </div>
    </>
  );
}
