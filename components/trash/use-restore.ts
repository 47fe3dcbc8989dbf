"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { toast } from "@/components/ui/toasts";
import { isTaken } from "@/console/queries/transfers";
import { trashKey, type TrashItem } from "@/console/queries/trash";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { trashText as text } from "@/console/text/trash";

import { restoreAll } from "./restore-all";

/** Restores items; those whose paths are taken are to be decided one after the other. */
export function useRestore(params: FilesystemIds) {
  const cache = useQueryClient();
  const [taken, setTaken] = useState<readonly TrashItem[]>([]);
  const reload = () => cache.invalidateQueries({ queryKey: trashKey(params) });
  const restore = useMutation({
    mutationFn: (items: readonly TrashItem[]) =>
      restoreAll(
        params,
        items.map(({ id }) => id),
      ),
    onSuccess({ changes, failed }, items) {
      const [only] = changes.length === 1 ? changes : [];
      if (only) toast(text.restoredTo(only.path));
      else if (changes.length > 1) toast(text.restored(changes.length));
      const conflicts = failed.filter(({ error }) => isTaken(error)).map(({ id }) => id);
      setTaken(items.filter(({ id }) => conflicts.includes(id)));
    },
    onSettled: reload,
  });
  const refused = restore.data?.failed.find(({ error }) => !isTaken(error));
  return {
    restore: (items: readonly TrashItem[]) => restore.isPending || restore.mutate(items),
    isPending: restore.isPending,
    error: refused?.error ?? restore.error,
    taken: taken[0] ?? null,
    /** The item at `taken` was decided. */
    next: () => {
      setTaken(taken.slice(1));
      void reload();
    },
    reload,
  };
}
