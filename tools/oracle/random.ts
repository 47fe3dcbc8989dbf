import { createRandom, type Random } from "@/testing/fuzz/random";

export type { Random } from "@/testing/fuzz/random";

/** What the numbers of a seed are for; each purpose has its own, so that timing in one moves none in another. */
const PURPOSES = ["operations", "webhooks", "receivers", "faults", "events"] as const;

// A prime, so that neighbouring seeds share no numbers.
const APART = 1_000_003;

/** The source of numbers for one purpose of one seed, and of its `part`th of several such sources. */
export function seeded(seed: number, purpose: (typeof PURPOSES)[number], part = 0): Random {
  return createRandom(seed * APART + part * PURPOSES.length + PURPOSES.indexOf(purpose));
}

/** One of the names, as often as its share says. */
export function weighted<K extends string>(
  random: Random,
  shares: readonly (readonly [share: number, name: K])[],
): K {
  return random.pick(shares.flatMap(([share, name]) => Array.from({ length: share }, () => name)));
}
