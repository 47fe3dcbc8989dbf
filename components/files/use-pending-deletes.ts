"use client";

import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";

import { toast } from "@/components/ui/toasts";
import type { Entry } from "@/console/queries/entries";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/files";

const UNDO_MS = 5_000;
// While a delete can be undone, so that it is there when the page is left.
const load = () => import("@/console/queries/delete-entries");

/** Entries that are deleted together. */
type Batch = { entries: readonly Entry[]; isSent: boolean };

/** Deletes that are on their way. */
export type PendingDeletes = {
  /** Those that can still be undone, together. */
  waiting: readonly Entry[];
  error: Error | null;
  isPending: (path: string) => boolean;
  add: (entries: readonly Entry[]) => void;
  undo: () => void;
};

/**
 * Delays deletes for five seconds so that they can be undone. What comes next, going to another page or leaving the
 * console sends them at once. `onDone` is called with the entries that were deleted.
 */
export function usePendingDeletes(
  params: FilesystemIds,
  onDone: (entries: readonly Entry[]) => void,
): PendingDeletes {
  const [batches, setBatches] = useState<readonly Batch[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const scheduled = useRef<{ batch: Batch; timer: ReturnType<typeof setTimeout> }>(undefined);
  const send = async (batch: Batch) => {
    const sent = { ...batch, isSent: true };
    setBatches((all) => all.map((one) => (one === batch ? sent : one)));
    const { deleteEntries } = await load();
    const { gone, failure } = await deleteEntries(params, batch.entries);
    if (gone.length > 0) {
      onDone(gone);
      toast(text.deleted(gone));
    }
    setError(failure);
    setBatches((all) => all.filter((one) => one !== sent));
  };
  const take = () => {
    const { current } = scheduled;
    scheduled.current = undefined;
    clearTimeout(current?.timer);
    return current?.batch;
  };
  const flush = () => {
    const batch = take();
    if (batch !== undefined) void send(batch);
  };
  const leave = useEffectEvent(flush);
  useEffect(() => {
    const onLeave = () => leave();
    window.addEventListener("pagehide", onLeave);
    return () => {
      window.removeEventListener("pagehide", onLeave);
      onLeave();
    };
  }, []);
  const hidden = useMemo(
    () => new Set(batches.flatMap((batch) => batch.entries.map(({ path }) => path))),
    [batches],
  );
  return {
    waiting: batches.find((batch) => !batch.isSent)?.entries ?? [],
    error,
    isPending: useMemo(() => (path: string) => hidden.has(path), [hidden]),
    add(entries) {
      flush();
      void load();
      setError(null);
      const batch = { entries, isSent: false };
      setBatches((all) => [...all, batch]);
      scheduled.current = { batch, timer: setTimeout(flush, UNDO_MS) };
    },
    undo() {
      const batch = take();
      setBatches((all) => all.filter((one) => one !== batch));
    },
  };
}
