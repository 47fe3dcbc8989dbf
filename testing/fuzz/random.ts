/** A source of choices determined by a seed. */
export type Random = {
  /** An integer from 0 up to but not including `end`. */
  below(end: number): number;
  pick<T>(list: readonly T[]): T;
  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean;
};

/** Returns a source for a 32-bit seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick(list) {
      for (const item of list.slice(below(list.length))) return item;
      throw new Error("nothing to pick from");
    },
  };
}
