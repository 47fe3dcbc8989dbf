import { Chart, HEIGHT, Span } from "@/components/ui/chart";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { formatHook } from "@/components/ui/use-format";
import { summarise, type WebhookStats } from "@/console/queries/stats";
import type { Window } from "@/console/queries/webhooks";
import { axisEnd } from "@/console/state/axis";
import { text } from "@/console/text/charts";
import { latencyOf } from "@/console/text/duration";
import type { LastFailure } from "@/console/text/failure-causes";

const FailureCodes = lazyWithRetry(
  async () => (await import("./failure-codes")).FailureCodes,
  <Skeleton className="h-12 lg:col-span-2" />,
);

type Bucket = WebhookStats["buckets"][number];
type Props = {
  stats: WebhookStats;
  window: Window;
  /** Undefined for the attempts of several. */
  webhook?: LastFailure | undefined;
  onPick: OnPick;
};
type ChartProps = Omit<Props, "webhook">;
/** Called with what was pressed: the time of a bar as an interval of ISO 8601, or a code. */
export type OnPick = (filter: { attempted: string } | { code: string }) => void;

// The day too: 24 hours ago the clock showed the same time.
const useClock = formatHook({ weekday: "short", hour: "2-digit", minute: "2-digit" });
const useDay = formatHook({ weekday: "short", hour: "2-digit" });

function useTimes(window: Window) {
  const formats = { clock: useClock(), day: useDay() };
  const format = formats[window === "7d" ? "day" : "clock"];
  return {
    timeOf: ({ at }: { at: string }) => format.format(new Date(at)),
    end: text.now,
  };
}

/** Charts of attempts by outcome, of latency, and of failures by code. */
export function Charts({ stats, window, webhook, onPick }: Props) {
  return (
    <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
      <Outcomes stats={stats} window={window} onPick={onPick} />
      <Latency stats={stats} window={window} onPick={onPick} />
      {Object.keys(stats.by_code).some((code) => code !== "delivered") && (
        <FailureCodes
          byCode={stats.by_code}
          webhook={webhook}
          onPick={(code) => onPick({ code })}
        />
      )}
    </div>
  );
}

function Outcomes({ stats: { buckets }, window, onPick }: ChartProps) {
  const most = axisEnd(Math.max(...buckets.map(({ delivered, failed }) => delivered + failed)));
  const total = summarise(buckets);
  return (
    <Chart
      title={text.attempts}
      summary={text.counts(total.delivered, total.failed)}
      scale={[most.toLocaleString("en"), (most / 2).toLocaleString("en")]}
      buckets={buckets}
      {...useTimes(window)}
      onPick={(bucket) => onPick({ attempted: intervalOf(bucket, buckets) })}
      describe={({ delivered, failed }) => text.counts(delivered, failed)}
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

/** A bar from p50 to p95 for each bucket with a delivery. */
function Latency({ stats: { buckets }, window, onPick }: ChartProps) {
  const most = axisEnd(Math.max(...buckets.map(({ p95_ms: p95 }) => p95 ?? 0)));
  const total = summarise(buckets);
  const y = (ms: number) => (ms / most) * HEIGHT;
  return (
    <Chart
      title={text.latencyChart}
      summary={describeLatency(total.p50, total.p95)}
      empty={total.p50 === null ? text.nothingDelivered : undefined}
      scale={total.p50 === null ? ["", ""] : [latencyOf(most), latencyOf(most / 2)]}
      buckets={buckets}
      {...useTimes(window)}
      onPick={(bucket) => onPick({ attempted: intervalOf(bucket, buckets) })}
      describe={({ p50_ms: p50, p95_ms: p95 }) => describeLatency(p50, p95)}
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

function intervalOf({ at }: Bucket, [first, second]: readonly Bucket[]): string {
  const spanMs = Date.parse(second?.at ?? at) - Date.parse(first?.at ?? at);
  return `${at}/${new Date(Date.parse(at) + spanMs).toISOString()}`;
}

function describeLatency(p50: number | null, p95: number | null): string {
  if (p50 === null) return text.nothingDelivered;
  return text.percentiles(latencyOf(p50), latencyOf(p95 ?? p50));
}
