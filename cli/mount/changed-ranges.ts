import { LIMITS } from "@/lib/contract/limits";

/** From and to, in bytes. */
export type Range = [from: number, to: number];

/** Where a stage differs from the content it was copied from. */
export type Changed = {
  /** What the service has; null if it has nothing of it, or not yet. */
  base: { etag: string; size: number } | null;
  /** So many bytes of it were copied, and not cut off since. */
  kept: number;
  /** What was written, in ascending order. */
  ranges: Range[];
};

// Below that, what is saved is less than what the service reads for it (docs/decisions/0027-ranges.md).
const MIN_BYTES = 256 * 1024;
// What lies between is sent too.
const NEAR_BYTES = 4_096;
// A file with more is sent whole.
const MAX_RANGES = 4 * LIMITS.writeRanges;

/** A stage with the first `kept` bytes of a content. */
export const unchanged = (kept: number): Changed => ({ base: null, kept, ranges: [] });

/** Notes what was written. */
export function noteWrite(changed: Changed, from: number, to: number): void {
  const { ranges } = changed;
  const first = ranges.findLastIndex(([, end]) => end + NEAR_BYTES < from) + 1;
  const next = ranges.findIndex(([start]) => start > to + NEAR_BYTES);
  const last = next < 0 ? ranges.length : next;
  const joined = ranges.slice(first, last).reduce(join, [from, to]);
  ranges.splice(first, last - first, joined);
  if (ranges.length > MAX_RANGES) changed.ranges = [[0, Number.MAX_SAFE_INTEGER]];
}

/** What to send of a file of this size; null: all of it. */
export function rangesToSend({ base, kept, ranges }: Changed, size: number): Range[] | null {
  if (base === null || size < MIN_BYTES) return null;
  const lost: Range[] = kept < base.size ? [[kept, base.size]] : [];
  const clipped = [...ranges, ...lost]
    .map(([from, to]): Range => [from, Math.min(to, size)])
    .filter(([from, to]) => from < to)
    .toSorted(([a], [b]) => a - b);
  let merged = merge(clipped, 0);
  for (let near = NEAR_BYTES; merged.length > LIMITS.writeRanges; near *= 2)
    merged = merge(merged, near);
  return bytesOf(merged) * 2 > size ? null : merged;
}

/** How many bytes ranges have together. */
export const bytesOf = (ranges: readonly Range[]): number =>
  ranges.reduce((sum, [from, to]) => sum + to - from, 0);

function merge(ranges: readonly Range[], near: number): Range[] {
  const merged: Range[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && range[0] <= last[1] + near) merged.splice(-1, 1, join(last, range));
    else merged.push(range);
  }
  return merged;
}

const join = (a: Range, b: Range): Range => [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
