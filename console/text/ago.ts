const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const utc = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});
const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/**
 * A moment relative to `now`, both in milliseconds since 1970. The past is relative for a day ("3 minutes ago"), then a
 * date ("21 Nov 2026"). The future rounds up, so that a fresh 90-day key expires "in 90 days".
 * @param dates the format of that date
 */
export function agoOf(at: number, now: number, dates: Intl.DateTimeFormat): string {
  const seconds = (at - now) / 1_000;
  const distance = Math.abs(seconds);
  if (distance < MINUTE_S) return seconds > 10 ? "in less than a minute" : "just now";
  if (seconds <= -DAY_S) return dates.format(at);
  const [unit, size] = unitOf(distance);
  return relative.format(
    seconds < 0 ? Math.trunc(seconds / size) : Math.ceil(seconds / size),
    unit,
  );
}

function unitOf(seconds: number): ["day" | "hour" | "minute", number] {
  if (seconds > DAY_S) return ["day", DAY_S];
  return seconds >= HOUR_S ? ["hour", HOUR_S] : ["minute", MINUTE_S];
}

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** A date as charts show it: "2026-10-27" is "27 Oct". */
export const dayOf = (date: string): string => day.format(new Date(date));

/** A deadline in milliseconds since 1970 as "24 Nov 15:31 UTC". */
export const deadlineOf = (at: number): string => `${utc.format(at).replace(",", "")} UTC`;
