/** One webhook: its header, numbers and charts. `{name}` marks a slot for an element. */
export const text = {
  gone: "This webhook doesn't exist or has been deleted.",
  onPath: "Path: {path}",
  listenerAbout:
    "Its messages go to `tidemark listen` on this machine. It is deleted a minute after that ends.",
  oldSecret: "The old secret stops signing {time}",
  tabs: { deliveries: "Deliveries", activity: "Activity", verify: "Verify" },
  actions: "Actions",
  stats: "Attempts over time",
  statsWindow: "Time range",
  delivered: "Delivered",
  failedAttempts: "Failed attempts",
  latency: "Latency p50 / p95",
  latencies: (p50: string, p95: string) => `≈ ${p50} / ${p95}`,
  noLatency: "–",
  oldest: "oldest {time}",
  attempts: "Attempts",
  counts: (delivered: number, failed: number) => `${delivered} delivered, ${failed} failed`,
  latencyChart: "Latency, p50 to p95",
  nothingDelivered: "nothing delivered",
  percentiles: (p50: string, p95: string) => `50% within about ${p50}, 95% within ${p95}`,
  now: "now",
} as const;
