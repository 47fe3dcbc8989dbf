"use client";

import { useInstant, useTimestamp } from "./use-moment";

/** A date and time in the viewer's zone. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} suppressHydrationWarning>
      {useTimestamp().format(new Date(at))}
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
