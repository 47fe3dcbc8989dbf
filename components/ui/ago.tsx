"use client";

import { agoOf } from "@/console/text/ago";

import { formatsHook } from "./use-format";
import { useNow } from "./use-now";
import { useTimes } from "./use-times";

const useFormats = formatsHook((make) => ({
  day: make({ dateStyle: "medium" }),
  stamp: make({ dateStyle: "medium", timeStyle: "medium" }),
  exact: make({ dateStyle: "medium", timeStyle: "long" }),
}));

/** The format of the exact time that a relative one shows on hover. */
export const useExact = () => useFormats().exact;

/** A time relative to now, with the exact one on hover; exact for a viewer who chose that. */
export function Ago({ at }: { at: string }) {
  const { day, stamp, exact } = useFormats();
  const now = useNow();
  const isRelative = useTimes() === "relative";
  return (
    <time dateTime={at} title={exact.format(new Date(at))} suppressHydrationWarning>
      {isRelative ? agoOf(Date.parse(at), now, day) : stamp.format(new Date(at))}
    </time>
  );
}
