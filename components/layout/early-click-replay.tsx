"use client";

import { useEffect } from "react";

declare global {
  var replayEarlyClick: (() => void) | undefined;
}

/** Repeats a click that came too early, once the page is hydrated. */
export function EarlyClickReplay() {
  useEffect(() => globalThis.replayEarlyClick?.(), []);
  return null;
}
