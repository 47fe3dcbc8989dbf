"use client";

import { type RefObject, useEffect, useState } from "react";

// Rows beyond the edges that are there already when one scrolls on.
const SPARE = 8;

/**
 * The rows of a long list that must be there: those in sight of the element that scrolls, and a few around them.
 * @param height of a row in pixels, the same for all
 * @returns the first row and the one after the last
 */
export function useRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  height: number,
): [number, number] {
  const [seen, setSeen] = useState({ first: 0, fit: 20 });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = () => {
      const first = Math.floor(element.scrollTop / height);
      const fit = Math.ceil(element.clientHeight / height) + 1;
      setSeen((before) => (before.first === first && before.fit === fit ? before : { first, fit }));
    };
    look();
    const resizing = new ResizeObserver(look);
    resizing.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      resizing.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [scroller, height]);
  const first = Math.max(0, Math.min(seen.first - SPARE, count - seen.fit - SPARE));
  return [first, Math.min(count, first + seen.fit + 2 * SPARE)];
}
