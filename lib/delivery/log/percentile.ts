// As in the function delivery_stat_count: element i holds up to 1.25^(i-1) ms.
const GROWTH = 1.25;

/** How many attempts ended in each span of durations: pairs of the span's number, from 1, and a count above 0. */
export type Histogram = readonly (readonly [span: number, count: number])[];

/**
 * The duration in milliseconds below which the share `q` of the attempts lies, within a quarter; null without any.
 * Spans must be in rising order.
 */
export function percentile(histogram: Histogram, q: number): number | null {
  const total = histogram.reduce((sum, [, count]) => sum + count, 0);
  let below = 0;
  for (const [span, count] of histogram) {
    if (below + count >= q * total) {
      const share = (q * total - below) / count;
      return round(GROWTH ** (span - 2 + share));
    }
    below += count;
  }
  return null;
}

const round = (ms: number) => (ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms));
