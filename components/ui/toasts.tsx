"use client";

import { X } from "lucide-react";
import { type ComponentType, useSyncExternalStore } from "react";

import { text } from "@/console/text/ui";

const SHOWN_MS = 6_000;
const UNDO_MS = 10_000;
const MANY = 3;
const MAX_UNDOS = 5;

type Action = { name: string; run: () => void };
type Toast = { id: number; message: string; action: Action | undefined };

let toasts: readonly Toast[] = [];
let count = 0;
let docked: readonly ComponentType[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const dismiss = (id: number) => set(toasts.filter((shown) => shown.id !== id));

const timers = new Set<ReturnType<typeof setTimeout>>();
let isHeld = false;

const start = ({ id, action }: Toast) =>
  timers.add(setTimeout(() => dismiss(id), action === undefined ? SHOWN_MS : UNDO_MS));

/** Toasts stay for as long as they are pointed at or have the focus, and then for their whole time again. */
function hold(holds: boolean): void {
  isHeld = holds;
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  if (!holds) toasts.forEach(start);
}

/**
 * Confirms an action whose effect is not visible, or that can be undone. Failures are shown where they happen instead.
 * @param action a button in it, as to undo
 */
export function toast(message: string, action?: Action): void {
  const next = { id: ++count, message, action };
  // What offers nothing makes room for others.
  const least = toasts.length < MANY ? undefined : toasts.find((shown) => !shown.action);
  set([...toasts.filter((shown) => shown !== least), next].slice(-MAX_UNDOS));
  if (!isHeld) start(next);
}

// Neither the pointer nor the focus leaves a toast that goes away.
function close(id: number): void {
  dismiss(id);
  hold(false);
}

/** Dismisses toasts that offer nothing, as when what they say is over. */
export const dismissMessages = () => set(toasts.filter(({ action }) => action !== undefined));

/** Shows something beside toasts, once and on every page from now on. */
export function dock(component: ComponentType): void {
  docked = [...new Set([...docked, component])];
  set(toasts);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NONE: readonly never[] = [];

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
    () => NONE,
  );
  return (
    <>
      {beside.map((Docked, n) => (
        <Docked key={n} />
      ))}
      <div
        aria-live="polite"
        className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-center gap-2 max-sm:[section~&]:top-16 max-sm:[section~&]:bottom-auto"
        onPointerEnter={() => hold(true)}
        onPointerLeave={() => hold(false)}
        onFocus={() => hold(true)}
        onBlur={() => hold(false)}
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
                data-undo
                className="rounded-control border-paper/40 shrink-0 border px-2.5 py-0.5 font-medium"
                onClick={() => {
                  close(id);
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
              onClick={() => close(id)}
            >
              <X aria-hidden className="size-4" />
            </button>
          </p>
        ))}
      </div>
    </>
  );
}
