import { LRUCache } from "lru-cache";

const SECOND_MS = 1_000;
// More hosts at once would forget who was called last, and let them have a second's share again.
const MAX_HOSTS = 50_000;

/** Takes the turn of an attempt at a host and returns 0, or returns the milliseconds until one is free. */
export type Pace = (host: string) => number;

/**
 * Bounds the attempts that a process starts at one host, over all organisations (spec 8.25).
 * @param perSecond attempts, of which as many may start at once
 * @param now monotonic milliseconds
 */
export function createPace(perSecond: number, now: () => number): Pace {
  const gapMs = SECOND_MS / perSecond;
  // When the turns that were taken are used up.
  const taken = new LRUCache<string, number>({ max: MAX_HOSTS });
  return (host) => {
    const at = now();
    const end = Math.max(at, taken.get(host) ?? at) + gapMs;
    const early = Math.ceil(end - at - SECOND_MS);
    if (early > 0) return early;
    taken.set(host, end);
    return 0;
  };
}
