/** The charts of a webhook's attempts. */
export const text = {
  attempts: "Attempts",
  counts: (delivered: number, failed: number) => `${delivered} delivered, ${failed} failed`,
  latencyChart: "Latency, p50 to p95",
  nothingDelivered: "nothing delivered",
  percentiles: (p50: string, p95: string) => `50% within about ${p50}, 95% within ${p95}`,
  now: "now",
} as const;
