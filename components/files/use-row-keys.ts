"use client";

import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

import { toastNotLoaded } from "@/components/ui/lazy-with-retry";

export type RowKey = "Delete" | "Backspace" | " " | "F2" | "all";
const isRowKey = (key: string): key is RowKey =>
  ["Delete", "Backspace", " ", "F2", "all"].includes(key);

// "/" goes to the filter, "?" lists the keys.
const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  /^[^/?]$/u.test(key) && !ctrlKey && !metaKey && !altKey;

type Options = {
  scroller: RefObject<HTMLElement | null>;
  /** What the rows show. Rows above the focused one come and go, so its path says which one it is. */
  entries: readonly { path: string }[];
  /** The height of a row in pixels. */
  height: number;
  /** Whether the list takes the focus when it appears, because it replaces one that had it. */
  takesFocus: boolean;
  /** Called for keys that act on a row. */
  onKey: (key: RowKey, row: number) => void;
  /** Called when Shift and an arrow key extend a selection from one row to the next. */
  onExtend: (from: number, to: number) => void;
};

/**
 * Moves through the rows of a list by arrow, Home, End and page keys and by the beginnings of names (a roving tab
 * stop).
 * @returns the row that is the tab stop, a setter to call when another row gets the focus, and what focuses a row
 */
export function useRowKeys({ scroller, entries, height, takesFocus, onKey, onExtend }: Options) {
  const count = entries.length;
  const [row, setRow] = useStop(entries);
  const shouldFocus = useRef(takesFocus);
  const focus = (at: number) =>
    scroller.current
      ?.querySelector<HTMLElement>(`[data-row="${at}"]`)
      ?.focus({ preventScroll: true });
  useLayoutEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    focus(row);
  });
  const move = (to: number) => {
    const next = Math.max(0, Math.min(to, count - 1));
    const element = scroller.current;
    if (element !== null) {
      const minTop = (next + 1) * height - element.clientHeight;
      element.scrollTo({ top: Math.min(next * height, Math.max(minTop, element.scrollTop)) });
    }
    // A row that is the tab stop already would not be rendered again.
    if (next === row) return focus(next);
    shouldFocus.current = true;
    setRow(next);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const key = event.key === "a" && (event.ctrlKey || event.metaKey) ? "all" : event.key;
    if (!(target instanceof HTMLElement) || target.dataset["row"] === undefined) return;
    // The row that has the focus, which may not have been noticed, as before the page had its scripts.
    const at = Number(target.dataset["row"]);
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1);
    const next = targetOf(key, at, page, count);
    if (next !== undefined) {
      if (event.shiftKey) onExtend(at, Math.max(0, Math.min(next, count - 1)));
      move(next);
    } else if (isRowKey(key)) {
      if (at !== row) setRow(at);
      onKey(key, at);
    } else if (isCharacter(event)) {
      void import("@/console/state/type-ahead").then(
        ({ typeAhead }) => move(typeAhead(entries, at, event.key, event.timeStamp)),
        toastNotLoaded,
      );
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    const element = scroller.current;
    const onPress = (event: KeyboardEvent) => press(event);
    element?.addEventListener("keydown", onPress);
    return () => element?.removeEventListener("keydown", onPress);
  }, [scroller]);
  return { row, setRow, focus: move };
}

/** The row that a key moves to, which may be outside of the list. @param page rows that a page key moves by */
const targetOf = (key: string, at: number, page: number, count: number): number | undefined =>
  ({
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  })[key];

/** The row that is the tab stop, which follows what it shows; once that is gone, it is the row in its place. */
function useStop(entries: Options["entries"]): [number, (row: number) => void] {
  const [stop, setStop] = useState<{ row: number; path?: string | undefined }>({ row: 0 });
  if (stop.path !== undefined && entries[stop.row]?.path !== stop.path) {
    const at = entries.findIndex(({ path }) => path === stop.path);
    setStop(at === -1 ? { row: stop.row } : { ...stop, row: at });
  }
  const row = Math.max(0, Math.min(stop.row, entries.length - 1));
  return [row, (at) => setStop({ row: at, path: entries[at]?.path })];
}
