import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { summarise, type WebhookStats } from "@/console/queries/stats";
import type { Window } from "@/console/queries/webhooks";
import { latencyOf } from "@/console/text/duration";

import { Chart, HEIGHT, Span } from "./chart";

const FailureCodes = lazyWithRetry(
  async () => (await import("./failing")).FailureCodes,
  <Skeleton className="h-12 lg:col-span-2" />,
);

type Props = { stats: WebhookStats; window: Window };

/** Attempts over time by how they ended, how long they took, and the failures by their code. */
export function Charts({ stats, window }: Props) {
  return (
    <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
      <Outcomes stats={stats} window={window} />
      <Latency stats={stats} window={window} />
      {Object.keys(stats.by_code).some((code) => code !== "delivered") && (
        <FailureCodes byCode={stats.by_code} />
      )}
    </div>
  );
}

function Outcomes({ stats: { buckets }, window }: Props) {
  const most = Math.max(1, ...buckets.map(({ delivered, failed }) => delivered + failed));
  const { delivered: good, failed: bad } = summarise(buckets);
  return (
    <Chart
      title="Attempts"
      summary={`${good} delivered, ${bad} failed`}
      scale={`up to ${most.toLocaleString()} in one bar`}
      buckets={buckets}
      window={window}
      words={({ delivered, failed }) => `${delivered} delivered, ${failed} failed`}
    >
      {({ delivered, failed }) => {
        const edge = (delivered / most) * HEIGHT;
        const top = edge + (failed / most) * HEIGHT;
        return (
          <>
            <Span from={0} to={edge} className="fill-good" />
            <Span from={edge} to={top} className="fill-bad" />
          </>
        );
      }}
    </Chart>
  );
}

/** A bar from p50 up to p95 for each span in which something was delivered. */
function Latency({ stats: { buckets }, window }: Props) {
  const most = Math.max(1, ...buckets.map(({ p95_ms: p95 }) => p95 ?? 0));
  const { p50: half, p95: nearlyAll } = summarise(buckets);
  const y = (ms: number) => (ms / most) * HEIGHT;
  return (
    <Chart
      title="Latency, p50 to p95"
      summary={latencyWords(half, nearlyAll)}
      scale={half === null ? "nothing delivered yet" : `up to ${latencyOf(most)}`}
      buckets={buckets}
      window={window}
      words={({ p50_ms: p50, p95_ms: p95 }) => latencyWords(p50, p95)}
    >
      {({ p50_ms: p50, p95_ms: p95 }) =>
        p50 === null ? null : (
          <>
            <Span from={0} to={y(p50)} className="fill-tide" />
            <Span from={y(p50)} to={y(p95 ?? p50)} className="fill-tide/35" />
          </>
        )
      }
    </Chart>
  );
}

function latencyWords(p50: number | null, p95: number | null): string {
  if (p50 === null) return "nothing delivered";
  return `half within ${latencyOf(p50)}, 95 % within ${latencyOf(p95 ?? p50)}`;
}
