"use client";

import { agoOf } from "@/console/text/ago";

import { formatHook } from "./use-format";
import { useNow } from "./use-now";

const useDay = formatHook({ dateStyle: "medium" }, "en-GB");

/** The format of the exact time that a relative one shows on hover. */
export const useExact = formatHook({ dateStyle: "medium", timeStyle: "long" });

/** A time relative to now; the exact local time is shown on hover. */
export function Ago({ at }: { at: string }) {
  const day = useDay();
  const now = useNow();
  return (
    <time dateTime={at} title={useExact().format(new Date(at))} suppressHydrationWarning>
      {agoOf(Date.parse(at), now, day)}
    </time>
  );
}
