"use client";

import { countdownOf } from "@/console/text/duration";

import { useExact } from "./ago";
import { useNow } from "./use-now";

/** The time left until a moment, to the second. */
export function Countdown({ to }: { to: string }) {
  const now = useNow();
  return (
    <time dateTime={to} title={useExact().format(new Date(to))} className="tabular-nums">
      {countdownOf(Date.parse(to) - now)}
    </time>
  );
}
