"use client";

import { agoOf } from "@/console/text/ago";

import { useNow } from "./use-now";

const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "long" });

/** A time relative to now; the exact local time is shown on hover. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={FULL.format(new Date(at))}>
      {agoOf(Date.parse(at), now)}
    </time>
  );
}
