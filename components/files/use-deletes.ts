"use client";

import { useState } from "react";

import { toastNotLoaded } from "@/components/ui/lazy-with-retry";
import type { Entry } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/files";

/** Deletes of a page. */
export type Deletes = {
  error: Error | null;
  /** The paths of what is being deleted. */
  hidden: ReadonlySet<string>;
  /** Deletes entries, and says so with a button that restores them. */
  add: (entries: readonly Entry[]) => void;
};

/** Moves entries to the trash and back. The callbacks are called with what that changed. */
export function useDeletes(
  params: FilesystemIds,
  onChanged: (changes: readonly EntryChange[]) => void,
  onUndone: (changes: readonly EntryChange[]) => void,
): Deletes {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<Error | null>(null);
  const add = async (entries: readonly Entry[]) => {
    const paths = entries.map(({ path }) => path);
    setError(null);
    setHidden((all) => new Set([...all, ...paths]));
    const [{ deleteAll, undoDeletion }, { toastUndo }] = await Promise.all([
      import("./deletion"),
      import("@/components/ui/toast-undo"),
    ]);
    const deleted = await deleteAll(params, entries);
    onChanged(deleted.gone.map(({ path }) => ({ path, file: null })));
    setError(deleted.failure);
    const undo = async () => {
      const { changes, failure } = await undoDeletion(params, deleted.items);
      onUndone(changes);
      setError(failure);
    };
    if (deleted.items.length > 0) toastUndo(text.deleted(deleted.gone), () => void undo());
    setHidden((all) => new Set([...all].filter((path) => !paths.includes(path))));
  };
  return {
    error,
    hidden,
    add: (entries) => void add(entries).catch(toastNotLoaded),
  };
}
