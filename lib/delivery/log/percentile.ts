// As in the SQL function delivery_stat_count: bucket i holds up to 1.25^(i-1) ms.
const GROWTH = 1.25;

/** Attempts by duration: pairs of a bucket's number, from 1, and its count, above 0. */
export type Histogram = readonly (readonly [bucket: number, count: number])[];

/**
 * The duration in milliseconds below which the share `q` of the attempts lies, accurate to an
 * eighth; null without attempts. Buckets must be in ascending order.
 */
export function percentile(histogram: Histogram, q: number): number | null {
  const total = histogram.reduce((sum, [, count]) => sum + count, 0);
  let below = 0;
  for (const [bucket, count] of histogram) {
    if (below + count >= q * total) {
      // The middle of the bucket: nothing says where in it they lie.
      return round(GROWTH ** (bucket - 1.5));
    }
    below += count;
  }
  return null;
}

const round = (ms: number) => (ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms));
