"use client";

import { useSyncExternalStore } from "react";

import { useTimes } from "./use-times";

const never = () => () => undefined;

/**
 * A hook that returns a format of moments in the viewer's zone, which only the browser knows: what the server has made
 * shows them in UTC until then. Two versions of one locale may differ, so what shows it suppresses that warning. A
 * viewer who chose UTC sees UTC, and its name beside hours.
 * @param locale that of the viewer if undefined
 */
export function formatHook(options: Intl.DateTimeFormatOptions, locale?: string) {
  const inUtc = { ...options, timeZone: "UTC", ...nameOfZone(options) };
  const local = new Intl.DateTimeFormat(locale, options);
  const utc = new Intl.DateTimeFormat(locale, inUtc);
  const html = new Intl.DateTimeFormat("en-GB", inUtc);
  return () => {
    const chosen = useTimes() === "utc" ? utc : local;
    return useSyncExternalStore(
      never,
      () => chosen,
      () => html,
    );
  };
}

function nameOfZone({ timeStyle, hour }: Intl.DateTimeFormatOptions): Intl.DateTimeFormatOptions {
  if (timeStyle !== undefined) return { timeStyle: "long" };
  return hour === undefined ? {} : { timeZoneName: "short" };
}
