"use client";

import { agoOf } from "@/console/text/ago";

import { formatHook } from "./use-format";
import { useNow } from "./use-now";
import { useTimes } from "./use-times";

const useDay = formatHook({ dateStyle: "medium" }, "en-GB");

const useStamp = formatHook({ dateStyle: "medium", timeStyle: "medium" }, "en-GB");
/** The format of the exact time that a relative one shows on hover. */
export const useExact = formatHook({ dateStyle: "medium", timeStyle: "long" }, "en-GB");

/** A time relative to now, with the exact one on hover; exact for a viewer who chose that. */
export function Ago({ at }: { at: string }) {
  const [day, stamp, exact] = [useDay(), useStamp(), useExact()];
  const now = useNow();
  const isRelative = useTimes() === "relative";
  return (
    <time dateTime={at} title={exact.format(new Date(at))} suppressHydrationWarning>
      {isRelative ? agoOf(Date.parse(at), now, day) : stamp.format(new Date(at))}
    </time>
  );
}
