"use client";

import { useEffect, useRef } from "react";

/** Returns a function that runs `run` once after `ms`, however often it is called until then; never after unmount. */
export function useThrottled(run: () => void, ms: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      run();
    }, ms);
  };
}
