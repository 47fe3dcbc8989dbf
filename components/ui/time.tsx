"use client";

import { formatHook } from "./use-format";
import { useInstant } from "./use-moment";

const useFormat = formatHook({ dateStyle: "medium", timeStyle: "short" });

/** A date and time in the viewer's zone. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} suppressHydrationWarning>
      {useFormat().format(new Date(at))}
    </time>
  );
}

/** The same of these days with seconds, without the year. */
export function Instant({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular-nums" suppressHydrationWarning>
      {useInstant().format(new Date(at))}
    </time>
  );
}
