"use client";

import { useEffect, useRef, useState } from "react";

import { deleteEntry, type Entry } from "@/console/queries/entries";
import type { FilesystemIds } from "@/console/queries/webhooks";

const HOLD_MS = 5_000;

type Waiting = { timer: ReturnType<typeof setTimeout>; send: () => Promise<void> };

/** Deletions that wait for a moment in which they can be taken back. */
export type HeldDeletes = {
  /** Those that wait, oldest first. */
  list: readonly Entry[];
  error: Error | null;
  isHeld: (path: string) => boolean;
  hold: (entry: Entry) => void;
  undo: (path: string) => void;
};

/**
 * Holds each deletion for five seconds before it is asked for. Whoever goes on to another page has meant it; whoever
 * closes the console meanwhile deletes nothing. `onDone` is called with each that is gone.
 */
export function useHeldDeletes(params: FilesystemIds, onDone: (entry: Entry) => void): HeldDeletes {
  const [list, setList] = useState<readonly Entry[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const waiting = useRef(new Map<string, Waiting>());
  useEffect(() => {
    const left = waiting.current;
    return () => {
      for (const { timer, send } of left.values()) {
        clearTimeout(timer);
        void send();
      }
    };
  }, []);
  const drop = (path: string) => setList((all) => all.filter((entry) => entry.path !== path));
  const run = async (entry: Entry) => {
    waiting.current.delete(entry.path);
    try {
      await deleteEntry(params, entry);
      onDone(entry);
    } catch (failure) {
      if (failure instanceof Error) setError(failure);
    }
    drop(entry.path);
  };
  return {
    list,
    error,
    isHeld: (path) => list.some((entry) => entry.path === path),
    hold(entry) {
      setError(null);
      setList((all) => [...all, entry]);
      const send = () => run(entry);
      waiting.current.set(entry.path, { send, timer: setTimeout(() => void send(), HOLD_MS) });
    },
    undo(path) {
      clearTimeout(waiting.current.get(path)?.timer);
      waiting.current.delete(path);
      drop(path);
    },
  };
}
