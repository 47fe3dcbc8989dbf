"use client";

import { type RefObject, useEffect, useState } from "react";

// Rows rendered beyond the visible edges, so that scrolling shows no gaps.
const OVERSCAN = 8;

/**
 * The rows of a long list to render: the visible ones and a few around them.
 * @param height the height of every row in pixels
 * @returns the first row and the one after the last
 */
export function useRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  height: number,
): [number, number] {
  const [visible, setVisible] = useState({ first: 0, fit: 20 });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const measure = () => {
      const first = Math.floor(element.scrollTop / height);
      const fit = Math.ceil(element.clientHeight / height) + 1;
      setVisible((before) =>
        before.first === first && before.fit === fit ? before : { first, fit },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [scroller, height]);
  const first = Math.max(0, Math.min(visible.first - OVERSCAN, count - visible.fit - OVERSCAN));
  return [first, Math.min(count, first + visible.fit + 2 * OVERSCAN)];
}
