import { LRUCache } from "lru-cache";

const SECOND_MS = 1_000;
// More keys at once would forget who came last, and let them have a second's share again.
const MAX_KEYS = 50_000;

/** Takes a turn of the key and returns 0, or returns the milliseconds until one is free. */
export type Pace = (key: string) => number;

/**
 * Bounds what a process does for one key, such as attempts at one host (spec 8.25).
 * @param perSecond turns of a key, of which as many may be taken at once
 * @param now monotonic milliseconds
 */
export function createPace(perSecond: number, now: () => number): Pace {
  const gapMs = SECOND_MS / perSecond;
  // When the turns that were taken are used up.
  const taken = new LRUCache<string, number>({ max: MAX_KEYS });
  return (key) => {
    const at = now();
    const end = Math.max(at, taken.get(key) ?? at) + gapMs;
    const early = Math.ceil(end - at - SECOND_MS);
    if (early > 0) return early;
    taken.set(key, end);
    return 0;
  };
}
