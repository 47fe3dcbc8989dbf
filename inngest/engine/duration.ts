const UNIT_MS: Record<string, number> = {
  w: 604_800_000,
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
};
const DURATION = /^(?:\d+[wdhms])+$/;
const MIN_SLEEP_MS = 1_000;

/**
 * When a sleep ends: `name` is "1h30m" or an ISO date, `now` and the result are milliseconds since
 * 1970. A duration under a second becomes one, as on a real server. Null if it cannot be read.
 */
export function sleepEnd(name: string, now: number): number | null {
  if (name === "") return now + MIN_SLEEP_MS;
  if (DURATION.test(name)) {
    let total = 0;
    for (const [, count, unit] of name.matchAll(/(\d+)([wdhms])/g)) {
      total += Number(count) * (UNIT_MS[unit ?? ""] ?? 0);
    }
    return total > 1e13 ? null : now + Math.max(total, MIN_SLEEP_MS);
  }
  const at = /^\d{4}-\d\d-\d\dT/.test(name) ? Date.parse(name) : Number.NaN;
  return Number.isFinite(at) ? Math.max(at, now) : null;
}

/** Milliseconds of a `retry-after` header, clamped to 1 s–24 h; null without one. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null || header === "") return null;
  const wait = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 1_000), 86_400_000) : null;
}
