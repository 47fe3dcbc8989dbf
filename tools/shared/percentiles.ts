export type Percentiles = { count: number; p50_ms: number; p99_ms: number; max_ms: number };

/** Count and percentiles of values in milliseconds; missing arrivals count as infinite. */
export function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? NaN) * 10) / 10;
  return { count: sorted.length, p50_ms: at(0.5), p99_ms: at(0.99), max_ms: at(1) };
}
