"use client";

import { countdownOf } from "@/console/text/duration";

import { useNow } from "./use-now";

const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "long" });

/** The time left until a moment, to the second. */
export function Countdown({ to }: { to: string }) {
  const now = useNow();
  return (
    <time dateTime={to} title={FULL.format(new Date(to))} className="tabular-nums">
      {countdownOf(Date.parse(to) - now)}
    </time>
  );
}
