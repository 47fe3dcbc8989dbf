"use client";

import { useEffect, useRef } from "react";

import { useWide } from "@/components/ui/use-wide";
import type { Entry } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/files";

import { EntryRow } from "./entry-row";
import { useRowKeys } from "./use-row-keys";
import { useRows } from "./use-rows";

const WIDE_ROW_PX = 41;
const NARROW_ROW_PX = 57;
// The same as styles: the server does not know how wide the window is.
const ROW = "[--row:57px] sm:[--row:41px]";
// The next page is fetched this many rows before the end.
const PREFETCH_ROWS = 500;

type Props = {
  params: FilesystemIds;
  entries: readonly Entry[];
  selected: ReadonlySet<string>;
  takesFocus: boolean;
  /** Loads the next page; null when all pages are loaded. */
  onMore: (() => void) | null;
  onOpen: (path: string) => void;
  onUp: () => void;
  onSelect: (path: string) => void;
  onDelete: (entry: Entry) => void;
  onChanged: (changes: readonly EntryChange[]) => void;
};

/** The entries of a directory, virtualised: renders the visible rows and the focused one. */
export function EntryList(props: Props) {
  const { entries, selected, takesFocus, onMore, onUp, onSelect, onDelete, ...rest } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const height = useWide() ? WIDE_ROW_PX : NARROW_ROW_PX;
  const count = entries.length;
  const [first, after] = useRows(scroller, count, height);
  const keys = useRowKeys({
    scroller,
    count,
    height,
    takesFocus,
    onKey: (key, row) => {
      const entry = entries[row];
      if (key === "Backspace") onUp();
      else if (entry === undefined) return;
      else if (key === "Delete") onDelete(entry);
      else onSelect(entry.path);
    },
  });
  const isNearEnd = after > count - PREFETCH_ROWS;
  useEffect(() => {
    if (isNearEnd) onMore?.();
  }, [isNearEnd, onMore]);
  const rows = Array.from({ length: after - first }, (_, i) => first + i);
  if (count > 0 && (keys.row < first || keys.row >= after)) rows.push(keys.row);
  return (
    <div
      ref={scroller}
      className="rounded-card relative max-h-[max(20rem,calc(100dvh-17rem))] overflow-x-hidden overflow-y-auto"
    >
      <ul
        aria-label={text.entries}
        className={`relative ${ROW}`}
        style={{ height: `calc(var(--row) * ${count})` }}
      >
        {rows.map((row) => {
          const entry = entries[row];
          return (
            entry && (
              <EntryRow
                key={entry.path}
                {...rest}
                entry={entry}
                row={row}
                size={onMore === null ? count : -1}
                isTabStop={row === keys.row}
                isSelected={selected.has(entry.path)}
                onFocus={keys.setRow}
                onSelect={onSelect}
                onDelete={onDelete}
              />
            )
          );
        })}
      </ul>
    </div>
  );
}
