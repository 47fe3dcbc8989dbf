"use client";

import { useEffect, useState } from "react";

const SETTLED_MS = 250;

/** A text as it was when its writer paused. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
