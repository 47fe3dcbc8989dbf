/**
 * Milliseconds since 1970 as the database counts them, for processes whose own clocks may differ.
 */
export type Clock = { now: () => number; set: (databaseMs: number) => void };

/**
 * A clock that runs on monotonic time and is set by the times that statements return. A late
 * response makes the clock lag, so the earliest sample of a minute counts.
 */
export function databaseClock(): Clock {
  let offset = Date.now() - performance.now();
  let sampledAt = -Infinity;
  return {
    now: () => performance.now() + offset,
    set(databaseMs) {
      const now = performance.now();
      const sample = databaseMs - now;
      if (sample <= offset && now - sampledAt < 60_000) return;
      offset = sample;
      sampledAt = now;
    },
  };
}
