import { useLayoutEffect, useRef, useState } from "react";

import type { Entry } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";

/** Where a menu opens, in pixels of the window: below its button, or where the pointer is. */
export type MenuPosition = { x: number; y: number; align: "start" | "end" };
/** What is open of which entry: its menu or its details. */
export type Opened = { path: string; what: MenuPosition | "details" };

/** What the user does with a row of a list of entries. */
export type RowActions = {
  /** Opens its menu or its details. */
  onShow: (path: string, what: Opened["what"]) => void;
  onRename: (path: string) => void;
  /** `hadFocus`: whether the field of the name was not left before. */
  onRenamed: (from: string, to: Entry | null, hadFocus: boolean) => void;
  onFocus: (row: number) => void;
  onOpen: (path: string) => void;
  onSelect: (row: number, isRange: boolean) => void;
  onDelete: (entry: Entry) => void;
  onUndone: (changes: readonly EntryChange[]) => void;
  onMove: (paths: readonly string[], directory: string) => void;
  onPreview: (path: string) => void;
};

/** The same object in every render, which calls the latest actions: a row that stays in view is not rendered again. */
export function useRowActions(actions: RowActions): RowActions {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const [stable] = useState<RowActions>(() => ({
    onShow: (path, what) => latest.current.onShow(path, what),
    onRename: (path) => latest.current.onRename(path),
    onRenamed: (from, to, hadFocus) => latest.current.onRenamed(from, to, hadFocus),
    onFocus: (row) => latest.current.onFocus(row),
    onOpen: (path) => latest.current.onOpen(path),
    onSelect: (row, isRange) => latest.current.onSelect(row, isRange),
    onDelete: (entry) => latest.current.onDelete(entry),
    onUndone: (changes) => latest.current.onUndone(changes),
    onMove: (paths, directory) => latest.current.onMove(paths, directory),
    onPreview: (path) => latest.current.onPreview(path),
  }));
  return stable;
}
