import type { z } from "zod";

import type { deliveries } from "@/lib/contract/deliveries";

export type WebhookStats = z.infer<typeof deliveries.stats.result>;
type Buckets = WebhookStats["buckets"];

/** The totals of all buckets; p50 and p95 are medians of the buckets' percentiles, weighted by deliveries, in ms. */
export type Summary = {
  delivered: number;
  failed: number;
  p50: number | null;
  p95: number | null;
};

/** Summarises buckets. Exact percentiles can't be computed from parts; the weighted median comes close. */
export function summarise(buckets: Buckets): Summary {
  const sum = (pick: (bucket: Buckets[number]) => number) =>
    buckets.reduce((total, bucket) => total + pick(bucket), 0);
  return {
    delivered: sum(({ delivered }) => delivered),
    failed: sum(({ failed }) => failed),
    p50: weightedMedian(buckets, ({ p50_ms: ms }) => ms),
    p95: weightedMedian(buckets, ({ p95_ms: ms }) => ms),
  };
}

function weightedMedian(buckets: Buckets, pick: (bucket: Buckets[number]) => number | null) {
  const weighed = buckets
    .flatMap((bucket) => {
      const ms = pick(bucket);
      return ms === null ? [] : [{ ms, weight: bucket.delivered }];
    })
    .toSorted((a, b) => a.ms - b.ms);
  let left = weighed.reduce((total, { weight }) => total + weight, 0) / 2;
  for (const { ms, weight } of weighed) {
    left -= weight;
    if (left <= 0) return ms;
  }
  return null;
}
