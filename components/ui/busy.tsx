import { useSyncExternalStore } from "react";

import { dock } from "./toasts";
import { useAskToStay } from "./use-ask-to-stay";

type Running = { id: number; message: string };

let running: readonly Running[] = [];
let count = 0;
const listeners = new Set<() => void>();

function set(next: readonly Running[]): void {
  running = next;
  for (const listener of listeners) listener();
}

/** Something that takes a while: what to say of it by now, and that it is over. */
export type Busy = { say: (message: string) => void; end: () => void };

/** Shows what is in progress until it ends. The page asks before it is left, as that would interrupt it. */
export function startBusy(message: string): Busy {
  const id = ++count;
  dock(BusyList);
  set([...running, { id, message }]);
  return {
    say: (next) => set(running.map((one) => (one.id === id ? { id, message: next } : one))),
    end: () => set(running.filter((one) => one.id !== id)),
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is in progress; toasts say how it ended. On a phone it is above them, elsewhere beside them. */
function BusyList() {
  const shown = useSyncExternalStore(
    subscribe,
    () => running,
    () => running,
  );
  useAskToStay(shown.length > 0);
  return (
    <div className="pointer-events-none fixed bottom-4 left-4 z-50 flex flex-col gap-2 max-sm:top-16 max-sm:right-4 max-sm:bottom-auto">
      {shown.map(({ id, message }) => (
        <p
          key={id}
          className="bg-ink text-paper rounded-card shadow-card px-4 py-2 text-sm tabular-nums"
        >
          {message}
        </p>
      ))}
    </div>
  );
}
