"use client";

import { useEffect, useMemo, useRef, useState } from "react";

import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import type { Entry } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { directoryOf } from "@/console/state/paths";
import { text } from "@/console/text/files";

import { EntryList } from "./entry-list";
import type { PendingDeletes } from "./use-pending-deletes";

const SelectionBar = lazyWithRetry(() => import("./selection-bar").then((all) => all.SelectionBar));

type Props = {
  params: FilesystemIds;
  path: string;
  entries: readonly Entry[];
  deletes: PendingDeletes;
  onMore: (() => void) | null;
  onOpen: (path: string) => void;
  onChanged: (changes: readonly EntryChange[]) => void;
};

// Whether the previous directory was left through one of its rows, so that the next list takes the focus.
let leftByRow = false;

/** The entries of a directory without those about to be deleted, and the selection. */
export function Directory({ path, entries, deletes, onMore, onOpen, ...rest }: Props) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [takesFocus] = useState(() => leftByRow);
  const empty = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    leftByRow = false;
    if (takesFocus) empty.current?.focus();
  }, [takesFocus]);
  const shown = useMemo(
    () =>
      deletes.list.length === 0
        ? entries
        : entries.filter((entry) => !deletes.isPending(entry.path)),
    [entries, deletes],
  );
  const selectedEntries =
    selected.size === 0 ? [] : shown.filter((entry) => selected.has(entry.path));
  const open = (next: string) => {
    leftByRow = true;
    onOpen(next);
  };
  const toggle = (entryPath: string) =>
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(entryPath)) after.add(entryPath);
      return after;
    });
  const deleteSelected = () => {
    selectedEntries.forEach(deletes.add);
    setSelected(new Set());
  };
  if (shown.length === 0 && onMore === null)
    return (
      <p ref={empty} tabIndex={-1} className="text-muted px-5 py-8">
        {text.empty}
      </p>
    );
  return (
    <>
      {selectedEntries.length > 0 && (
        <SelectionBar
          count={selectedEntries.length}
          onDelete={deleteSelected}
          onClear={() => setSelected(new Set())}
        />
      )}
      <EntryList
        {...rest}
        entries={shown}
        selected={selected}
        takesFocus={takesFocus}
        onMore={onMore}
        onOpen={open}
        onUp={() => path !== "/" && open(directoryOf(path))}
        onSelect={toggle}
        onDelete={(entry) => (selected.has(entry.path) ? deleteSelected() : deletes.add(entry))}
      />
      <p className="text-muted border-line border-t px-5 py-2 text-sm tabular-nums">
        {onMore === null ? text.total(shown.length) : text.loaded(shown.length)}
      </p>
    </>
  );
}
