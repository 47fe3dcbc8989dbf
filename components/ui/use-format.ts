"use client";

import { useSyncExternalStore } from "react";

import { useTimes } from "./use-times";

const never = () => () => undefined;

/**
 * A hook that returns a format of moments in the viewer's zone, which only the browser knows: what the server has made
 * shows them in UTC until then. Two versions of one locale may differ, so what shows it suppresses that warning. A
 * viewer who chose UTC sees UTC, and its name beside hours. One locale, as the console has one language.
 */
export const formatHook = (options: Intl.DateTimeFormatOptions) =>
  formatsHook((make) => make(options));

/** As `formatHook`, for what `formats` makes: one hook for several, as each hook more costs a long list. */
export function formatsHook<Formats>(
  formats: (make: (options: Intl.DateTimeFormatOptions) => Intl.DateTimeFormat) => Formats,
): () => Formats {
  const local = formats((options) => new Intl.DateTimeFormat("en-GB", options));
  const utc = formats((options) => new Intl.DateTimeFormat("en-GB", inUtc(options)));
  return () => {
    const chosen = useTimes() === "utc" ? utc : local;
    return useSyncExternalStore(
      never,
      () => chosen,
      () => utc,
    );
  };
}

const inUtc = (options: Intl.DateTimeFormatOptions) => ({
  ...options,
  timeZone: "UTC",
  ...nameOfZone(options),
});

function nameOfZone({ timeStyle, hour }: Intl.DateTimeFormatOptions): Intl.DateTimeFormatOptions {
  if (timeStyle !== undefined) return { timeStyle: "long" };
  return hour === undefined ? {} : { timeZoneName: "short" };
}
