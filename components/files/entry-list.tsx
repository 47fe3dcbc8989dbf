"use client";

import { useEffect, useRef, useState } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { useWide } from "@/components/ui/use-wide";
import type { Entry } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";
import type { Action } from "@/console/queries/transfers";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/files";

import { canTakeFocus, isInDialog } from "./can-take-focus";
import { EntryOverlay } from "./entry-overlay";
import { EntryRow } from "./entry-row";
import { type Opened, useRowActions } from "./use-row-actions";
import { useRowKeys } from "./use-row-keys";
import { useRows } from "./use-rows";
import type { Selection } from "./use-selection";

const WIDE_ROW_PX = 41;
const NARROW_ROW_PX = 65;
// The same as styles: the server does not know how wide the window is.
const ROW = "[--row:65px] sm:[--row:41px]";
// The next page is fetched this many rows before the end.
const PREFETCH_ROWS = 500;

type Props = {
  params: FilesystemIds;
  /** The directory that names are shown relative to. */
  path: string;
  entries: readonly Entry[];
  selection: Selection;
  takesFocus: boolean;
  /**
   * The path of what takes the focus once it is listed. State, not a ref: the effect of an earlier list could still be
   * due, and a dialog that is open takes the focus back.
   */
  newest: string | undefined;
  onNewest: (path: string | undefined) => void;
  /** Loads the next page; null when all pages are loaded. */
  onMore: (() => void) | null;
  onOpen: (path: string) => void;
  onUp: () => void;
  onTransfer: (action: Action, entries: readonly Entry[]) => void;
  /** Deletes an entry, or the selection that it is part of. */
  onDelete: (entry: Entry) => void;
  onChanged: (changes: readonly EntryChange[]) => void;
  onUndone: (changes: readonly EntryChange[]) => void;
  onMove: (paths: readonly string[], directory: string) => void;
  onPreview: (path: string) => void;
};

/** The entries of a directory, virtualised: renders the visible rows and the focused one. */
export function EntryList(props: Props) {
  const { params, path, entries, selection, takesFocus, newest, onNewest, onMore } = props;
  const { onUp, onDelete } = props;
  const { canWrite } = useOrganisation();
  const [renaming, setRenaming] = useState<string | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const height = useWide() ? WIDE_ROW_PX : NARROW_ROW_PX;
  const count = entries.length;
  const [first, after] = useRows(scroller, count, height);
  const keys = useRowKeys({
    scroller,
    entries,
    height,
    takesFocus,
    onKey: (key, row) => {
      const entry = entries[row];
      if (key === "Backspace") onUp();
      else if (key === "all") selection.pressAll();
      else if (entry === undefined) return;
      else if (key === " ") selection.press(row, false);
      else if (!canWrite) return;
      else if (key === "Delete") onDelete(entry);
      else setRenaming(entry.path);
    },
    onExtend(from, to) {
      if (selection.entries.length === 0) selection.press(from, false);
      selection.press(to, true);
    },
  });
  useEffect(() => {
    // This runs in each frame of a scroll, and the list may be long.
    if (newest === undefined) return;
    const row = entries.findIndex((entry) => entry.path === newest);
    if (row === -1 || isInDialog()) return;
    if (canTakeFocus()) keys.focus(row);
    onNewest(undefined);
  });
  const endRenaming = (from: string, to: Entry | null, hadFocus: boolean) => {
    setRenaming(null);
    if (hadFocus) onNewest(to?.path ?? from);
    if (to !== null) {
      props.onChanged([
        { path: from, file: null },
        { path: to.path, file: to },
      ]);
    }
  };
  const actions = useRowActions({
    onShow: (of, what) => setOpened({ path: of, what }),
    onRename: setRenaming,
    onRenamed: endRenaming,
    onFocus: keys.setRow,
    onSelect: selection.press,
    onOpen: props.onOpen,
    onDelete,
    onUndone: props.onUndone,
    onMove: props.onMove,
    onPreview: props.onPreview,
  });
  const isNearEnd = after > count - PREFETCH_ROWS;
  useEffect(() => {
    if (isNearEnd) onMore?.();
  }, [isNearEnd, onMore]);
  const shown = opened && entries.find((entry) => entry.path === opened.path);
  const rows = Array.from({ length: after - first }, (_, i) => first + i);
  if (count > 0 && (keys.row < first || keys.row >= after)) rows.push(keys.row);
  return (
    <div
      ref={scroller}
      className="rounded-card relative max-h-[max(20rem,calc(100dvh-21rem))] overflow-x-hidden overflow-y-auto"
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
                params={params}
                path={path}
                canWrite={canWrite}
                entry={entry}
                row={row}
                size={onMore === null ? count : -1}
                isTabStop={row === keys.row}
                selected={selection.paths}
                isMenuOpen={typeof opened?.what === "object" && opened.path === entry.path}
                isRenaming={renaming === entry.path}
                actions={actions}
              />
            )
          );
        })}
      </ul>
      {shown && (
        <EntryOverlay
          params={params}
          listed={path}
          entry={shown}
          entries={selection.about(shown)}
          what={opened.what}
          actions={actions}
          onTransfer={props.onTransfer}
          // A menu closes after one of its items has opened a dialog, which stays.
          onClose={() => setOpened((now) => (now === opened ? null : now))}
        />
      )}
    </div>
  );
}
