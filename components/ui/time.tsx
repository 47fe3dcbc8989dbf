"use client";

import { formatHook } from "./use-format";

const useFormat = formatHook({ dateStyle: "medium", timeStyle: "short" }, "en-GB");

/** A date and time in the viewer's zone and locale. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} suppressHydrationWarning>
      {useFormat().format(new Date(at))}
    </time>
  );
}
