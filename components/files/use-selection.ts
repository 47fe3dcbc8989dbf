"use client";

import { useMemo, useRef, useState } from "react";

import type { Entry } from "@/console/queries/entries";

export type Selection = {
  paths: ReadonlySet<string>;
  /** The selected entries in the order of the list. */
  entries: readonly Entry[];
  /** Selects a row or the opposite; with `isRange` all rows from the last one pressed to it. */
  press: (row: number, isRange: boolean) => void;
  /** Selects all entries, or none if all are. */
  pressAll: () => void;
  clear: () => void;
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
  return {
    paths,
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
  };
}
