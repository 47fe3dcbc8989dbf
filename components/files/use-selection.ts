"use client";

import { useMemo, useRef, useState } from "react";

import type { Entry } from "@/console/queries/entries";

export type Selection = {
  /** Of the selected entries that the list shows. */
  paths: ReadonlySet<string>;
  /** The selected entries in the order of the list. */
  entries: readonly Entry[];
  /** Selects a row or the opposite; with `isRange` all rows from the last one pressed to it. */
  press: (row: number, isRange: boolean) => void;
  /** Selects all entries, or none if all are. */
  pressAll: () => void;
  clear: () => void;
  /** Takes entries out of the selection, as once they were moved or copied. */
  drop: (paths: readonly string[]) => void;
  /** What an action on a row is about: the selection if the row is part of it, else the row only. */
  about: (entry: Entry) => readonly Entry[];
};

const NONE: ReadonlySet<string> = new Set();

/** Which entries of a list are selected. */
export function useSelection(shown: readonly Entry[]): Selection {
  const [paths, setPaths] = useState(NONE);
  const last = useRef<string>(undefined);
  const entries = useMemo(
    () => (paths.size === 0 ? [] : shown.filter(({ path }) => paths.has(path))),
    [paths, shown],
  );
  const selected = useMemo(
    () => (entries.length === paths.size ? paths : new Set(entries.map(({ path }) => path))),
    [entries, paths],
  );
  return {
    paths: selected,
    entries,
    press(row, isRange) {
      const pressed = shown[row]?.path;
      if (pressed === undefined) return;
      const from = isRange ? shown.findIndex(({ path }) => path === last.current) : -1;
      last.current = pressed;
      setPaths((before) => {
        const after = new Set(before);
        if (from === -1) {
          if (!after.delete(pressed)) after.add(pressed);
          return after;
        }
        for (const { path } of shown.slice(Math.min(from, row), Math.max(from, row) + 1))
          after.add(path);
        return after;
      });
    },
    pressAll: () =>
      setPaths(entries.length === shown.length ? NONE : new Set(shown.map(({ path }) => path))),
    clear: () => setPaths(NONE),
    drop(dropped) {
      const gone = new Set(dropped);
      setPaths((before) => new Set([...before].filter((path) => !gone.has(path))));
    },
    about: (entry) => (selected.has(entry.path) ? entries : [entry]),
  };
}
