"use client";

import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

export type RowKey = "Delete" | "Backspace" | " " | "F2" | "all";
const isRowKey = (key: string): key is RowKey =>
  ["Delete", "Backspace", " ", "F2", "all"].includes(key);

type Options = {
  scroller: RefObject<HTMLElement | null>;
  count: number;
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
 * Moves through the rows of a list by arrow, Home, End and page keys (a roving tab stop).
 * @returns the row that is the tab stop, a setter to call when another row gets the focus, and what focuses a row
 */
export function useRowKeys({ scroller, count, height, takesFocus, onKey, onExtend }: Options) {
  const [requested, setRow] = useState(0);
  const row = Math.max(0, Math.min(requested, count - 1));
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
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1);
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: row + 1,
      ArrowUp: row - 1,
      PageDown: row + page,
      PageUp: row - page,
      Home: 0,
      End: count - 1,
    };
    const next = targets[key];
    if (next !== undefined) {
      if (event.shiftKey) onExtend(row, Math.max(0, Math.min(next, count - 1)));
      move(next);
    } else if (isRowKey(key)) {
      // The row that takes this one's place gets the focus.
      shouldFocus.current = true;
      onKey(key, row);
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
