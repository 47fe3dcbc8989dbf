import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * A hook that returns a format of moments in the viewer's zone, which only the browser knows: what the server has made
 * shows them in UTC until then. Two versions of one locale may differ, so what shows it suppresses that warning.
 * @param locale that of the viewer if undefined
 */
export function formatHook(options: Intl.DateTimeFormatOptions, locale?: string) {
  const local = new Intl.DateTimeFormat(locale, options);
  const html = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
  return () =>
    useSyncExternalStore(
      never,
      () => local,
      () => html,
    );
}
