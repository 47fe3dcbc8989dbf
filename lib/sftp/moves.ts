import { at, below, isWithin, type Scope } from "./path-order";

/** A rename that is under way. */
export type Move = { from: string; to: string };

const MOST_PATHS = 16;

/**
 * What is to be waited for on behalf of an open file: where it is, and where renames under way may bring it. What is
 * asked of the file after a rename concerns the new name, as does what is asked of that name.
 */
export function scopesOf(moves: Iterable<Move>, path: string): Scope[] {
  const paths = new Set([path]);
  for (const { from, to } of moves) {
    // Any of them may fail, and the file stays.
    const moved = [...paths].filter((one) => isWithin(one, from));
    for (const one of moved) paths.add(to + one.slice(from.length));
    if (paths.size > MOST_PATHS) return [below("/")];
  }
  return [...paths].map(at);
}
