/** One webhook: its header and numbers. `{name}` marks a slot for an element. */
export const text = {
  gone: "This webhook doesn't exist or has been deleted.",
  onPath: "Path: {path}",
  listenerAbout:
    "Its messages go to tidemark listen on the machine that runs it. The webhook is deleted a minute after that ends.",
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
} as const;
