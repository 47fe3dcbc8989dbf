import { createRandom, type Random } from "@/testing/fuzz/random";

export type { Random } from "@/testing/fuzz/random";

/**
 * What a seed's numbers are for; each purpose has its own source, so that timing in one does not
 * affect another.
 */
const PURPOSES = ["operations", "webhooks", "receivers", "faults", "events", "verbs"] as const;

// A prime, so that neighbouring seeds share no numbers.
const APART = 1_000_003;

/**
 * The source of numbers for one purpose of a seed, and for the `part`th of several such sources.
 */
export function seeded(seed: number, purpose: (typeof PURPOSES)[number], part = 0): Random {
  return createRandom(seed * APART + part * PURPOSES.length + PURPOSES.indexOf(purpose));
}

/** Picks one of the names, weighted by share. */
export function weighted<K extends string>(
  random: Random,
  shares: readonly (readonly [share: number, name: K])[],
): K {
  return random.pick(shares.flatMap(([share, name]) => Array.from({ length: share }, () => name)));
}
