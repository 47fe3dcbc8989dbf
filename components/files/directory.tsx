"use client";

import { useEffect, useMemo, useRef, useState } from "react";

import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import type { Entry } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { directoryOf } from "@/console/state/paths";
import { countOf } from "@/console/text/sizes";

import { EntryList } from "./entry-list";
import type { HeldDeletes } from "./use-held-deletes";

const SelectionBar = lazyWithRetry(() => import("./selection-bar").then((all) => all.SelectionBar));

type Props = {
  params: FilesystemIds;
  path: string;
  entries: readonly Entry[];
  held: HeldDeletes;
  onMore: (() => void) | null;
  onOpen: (path: string) => void;
  onChanged: (changes: readonly EntryChange[]) => void;
};

// Whether the directory before was left by its rows, and not by the trail or a link.
let leftByRow = false;

/** One directory: its entries without those that are about to be deleted, and what of them is selected. */
export function Directory({ path, entries, held, onMore, onOpen, ...rest }: Props) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [takesFocus] = useState(() => leftByRow);
  const empty = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    leftByRow = false;
    if (takesFocus) empty.current?.focus();
  }, [takesFocus]);
  const shown = useMemo(
    () => (held.list.length === 0 ? entries : entries.filter((entry) => !held.isHeld(entry.path))),
    [entries, held],
  );
  const chosen = selected.size === 0 ? [] : shown.filter((entry) => selected.has(entry.path));
  const open = (next: string) => {
    leftByRow = true;
    onOpen(next);
  };
  const toggle = (one: string) =>
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(one)) after.add(one);
      return after;
    });
  const removeChosen = () => {
    chosen.forEach(held.hold);
    setSelected(new Set());
  };
  if (shown.length === 0 && onMore === null)
    return (
      <p ref={empty} tabIndex={-1} className="text-muted px-5 py-8">
        Nothing is here. Drop files to upload them.
      </p>
    );
  return (
    <>
      {chosen.length > 0 && (
        <SelectionBar
          count={chosen.length}
          onDelete={removeChosen}
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
        onDelete={(entry) => (selected.has(entry.path) ? removeChosen() : held.hold(entry))}
      />
      <p className="text-muted border-line border-t px-5 py-2 text-sm tabular-nums">
        {countOf(shown.length, "entry", "entries")}
        {onMore !== null && " so far"}
      </p>
    </>
  );
}
