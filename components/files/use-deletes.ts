"use client";

import { useState } from "react";

import { toastNotLoaded } from "@/components/ui/lazy-with-retry";
import { toastBusy } from "@/components/ui/toasts";
import type { Entry } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/files";

// From here on it takes longer than a moment.
const MANY = 256;

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
    const busy = paths.length < MANY ? null : toastBusy(text.deleting(paths.length));
    const { deleted, toastUndo } = await remove(params, entries).finally(() => busy?.end());
    onChanged(deleted.gone.map(({ path }) => ({ path, file: null })));
    setError(deleted.failure);
    if (deleted.items.length > 0)
      toastUndo(text.deleted(deleted.gone), () => void undo(deleted.items).catch(toastNotLoaded));
    setHidden((all) => new Set([...all].filter((path) => !paths.includes(path))));
  };
  const undo = async (items: readonly string[]) => {
    const { undoDeletion } = await import("./undo-deletion");
    const { changes, failure } = await undoDeletion(params, items);
    onUndone(changes);
    setError(failure);
  };
  return {
    error,
    hidden,
    add: (entries) => void add(entries).catch(toastNotLoaded),
  };
}

async function remove(params: FilesystemIds, entries: readonly Entry[]) {
  const [{ deleteEntries }, { toastUndo }] = await Promise.all([
    import("@/console/queries/delete-entries"),
    import("@/components/ui/toast-undo"),
  ]);
  return { deleted: await deleteEntries(params, entries), toastUndo };
}
