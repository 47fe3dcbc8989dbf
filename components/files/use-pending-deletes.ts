"use client";

import { useEffect, useRef, useState } from "react";

import { deleteEntry, type Entry } from "@/console/queries/entries";
import type { FilesystemIds } from "@/console/queries/webhooks";

const UNDO_MS = 5_000;

type Scheduled = { timer: ReturnType<typeof setTimeout>; send: () => Promise<void> };

/** Deletes that can still be undone. */
export type PendingDeletes = {
  /** Oldest first. */
  list: readonly Entry[];
  error: Error | null;
  isPending: (path: string) => boolean;
  add: (entry: Entry) => void;
  undo: (path: string) => void;
};

/**
 * Delays each delete for five seconds so that it can be undone. Going to another page of the console sends
 * pending deletes at once; closing the console drops them. `onDone` is called with each deleted entry.
 */
export function usePendingDeletes(
  params: FilesystemIds,
  onDone: (entry: Entry) => void,
): PendingDeletes {
  const [list, setList] = useState<readonly Entry[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const scheduled = useRef(new Map<string, Scheduled>());
  useEffect(() => {
    const timers = scheduled.current;
    return () => {
      for (const { timer, send } of timers.values()) {
        clearTimeout(timer);
        void send();
      }
    };
  }, []);
  const forget = (path: string) => setList((all) => all.filter((entry) => entry.path !== path));
  const run = async (entry: Entry) => {
    scheduled.current.delete(entry.path);
    try {
      await deleteEntry(params, entry);
      onDone(entry);
    } catch (failure) {
      if (failure instanceof Error) setError(failure);
    }
    forget(entry.path);
  };
  return {
    list,
    error,
    isPending: (path) => list.some((entry) => entry.path === path),
    add(entry) {
      setError(null);
      setList((all) => [...all, entry]);
      const send = () => run(entry);
      scheduled.current.set(entry.path, { send, timer: setTimeout(() => void send(), UNDO_MS) });
    },
    undo(path) {
      clearTimeout(scheduled.current.get(path)?.timer);
      scheduled.current.delete(path);
      forget(path);
    },
  };
}
