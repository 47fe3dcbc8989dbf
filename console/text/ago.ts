const WORDS = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const UNITS = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** How a moment lies to `now`, both in milliseconds: "just now", "3 minutes ago", "in 2 days". */
export function agoOf(at: number, now: number): string {
  const seconds = (at - now) / 1_000;
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length);
  if (unit === undefined) return seconds > 10 ? "in less than a minute" : "just now";
  return WORDS.format(Math.trunc(seconds / unit[1]), unit[0]);
}
