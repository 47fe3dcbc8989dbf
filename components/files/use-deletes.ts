"use client";

import { useCallback, useEffect, useState } from "react";

import { toastNotLoaded } from "@/components/ui/lazy-with-retry";
import type { Deleted } from "@/console/queries/delete-entries";
import type { Entry } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";
import type { FilesystemIds } from "@/console/queries/webhooks";

const UNDO_MS = 10_000;

/** Deletes of a page, the last of which can be undone for a while. */
export type Deletes = {
  last: readonly Entry[];
  error: Error | null;
  /** Whether it is being deleted. */
  isHidden: (path: string) => boolean;
  add: (entries: readonly Entry[]) => void;
  undo: () => void;
};

/** Moves entries to the trash and back. `onChanged` is called with what that changed. */
export function useDeletes(
  params: FilesystemIds,
  onChanged: (changes: readonly EntryChange[]) => void,
): Deletes {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<Deleted | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    if (last === null) return undefined;
    const timer = setTimeout(() => setLast(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [last]);
  const add = async (entries: readonly Entry[]) => {
    const paths = entries.map(({ path }) => path);
    setError(null);
    setHidden((all) => new Set([...all, ...paths]));
    const { deleteEntries } = await import("@/console/queries/delete-entries");
    const deleted = await deleteEntries(params, entries);
    onChanged(deleted.gone.map(({ path }) => ({ path, file: null })));
    setError(deleted.failure);
    setLast(deleted.items.length === 0 ? null : deleted);
    setHidden((all) => new Set([...all].filter((path) => !paths.includes(path))));
  };
  const undo = async () => {
    setLast(null);
    const { restoreItems } = await import("@/console/queries/trash");
    const { changes, failed } = await restoreItems(params, last?.items ?? []);
    onChanged(changes);
    setError(failed[0]?.error ?? null);
  };
  return {
    last: last?.gone ?? [],
    error,
    isHidden: useCallback((path: string) => hidden.has(path), [hidden]),
    add: (entries) => void add(entries).catch(toastNotLoaded),
    undo: () => void undo().catch(toastNotLoaded),
  };
}
