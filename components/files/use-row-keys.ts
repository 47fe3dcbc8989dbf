"use client";

import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

export type RowKey = "Delete" | "Backspace" | " ";
const isRowKey = (key: string): key is RowKey => ["Delete", "Backspace", " "].includes(key);

type Options = {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** Of a row in pixels. */
  height: number;
  /** Whether the list takes the focus as it appears: it took the place of one that had it. */
  takesFocus: boolean;
  /** Called for keys that do something with a row. */
  onKey: (key: RowKey, row: number) => void;
};

/**
 * Moves through the rows of a list by arrows, Home, End and the page keys; only one row is a stop of the tab key.
 * @returns the row that is one, and what the list calls when another gets the focus
 */
export function useRowKeys({ scroller, count, height, takesFocus, onKey }: Options) {
  const [given, setRow] = useState(0);
  const row = Math.max(0, Math.min(given, count - 1));
  const moved = useRef(takesFocus);
  useLayoutEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    scroller.current
      ?.querySelector<HTMLElement>(`[data-row="${row}"]`)
      ?.focus({ preventScroll: true });
  });
  const move = (to: number) => {
    const next = Math.max(0, Math.min(to, count - 1));
    const element = scroller.current;
    if (element !== null) {
      const least = (next + 1) * height - element.clientHeight;
      element.scrollTo({ top: Math.min(next * height, Math.max(least, element.scrollTop)) });
    }
    moved.current = true;
    setRow(next);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (!(target instanceof HTMLElement) || target.dataset["row"] === undefined) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1);
    const goals: Readonly<Record<string, number>> = {
      ArrowDown: row + 1,
      ArrowUp: row - 1,
      PageDown: row + page,
      PageUp: row - page,
      Home: 0,
      End: count - 1,
    };
    const goal = goals[key];
    if (goal !== undefined) move(goal);
    else if (isRowKey(key)) {
      // What comes to stand in this place takes the focus over.
      moved.current = true;
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
  return { row, setRow };
}
