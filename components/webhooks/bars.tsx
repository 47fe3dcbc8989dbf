import { latencyOf } from "@/lib/client/duration";
import type { WebhookStats } from "@/lib/client/stats";
import type { Window } from "@/lib/client/webhooks";

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const DAY = new Intl.DateTimeFormat(undefined, { weekday: "short", hour: "numeric" });

const HEIGHT = 64;
const BAR = 10;

type Props = { stats: WebhookStats; window: Window };

/** Attempts over time: a bar for each span, delivered below and failed on top, and the failures by their code. */
export function Bars({ stats, window }: Props) {
  const { buckets, by_code: byCode } = stats;
  const most = Math.max(1, ...buckets.map(({ delivered, failed }) => delivered + failed));
  const delivered = buckets.reduce((sum, bucket) => sum + bucket.delivered, 0);
  const failed = buckets.reduce((sum, bucket) => sum + bucket.failed, 0);
  const format = window === "7d" ? DAY : CLOCK;
  const first = buckets[0];
  return (
    <div className="flex flex-col gap-2">
      <svg
        role="img"
        aria-label={`${delivered} delivered and ${failed} failed attempts`}
        viewBox={`0 0 ${buckets.length * BAR} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="border-line h-24 w-full border-b"
      >
        {buckets.map((bucket, i) => {
          const good = (bucket.delivered / most) * HEIGHT;
          const bad = (bucket.failed / most) * HEIGHT;
          const latency =
            bucket.p50_ms === null
              ? ""
              : `; half within ${latencyOf(bucket.p50_ms)}, 95 % within ${latencyOf(bucket.p95_ms ?? 0)}`;
          const words = `${format.format(new Date(bucket.at))}: ${bucket.delivered} delivered, ${bucket.failed} failed${latency}`;
          return (
            <g key={bucket.at}>
              <title>{words}</title>
              <rect
                x={i * BAR}
                width={BAR}
                height={HEIGHT}
                className="hover:fill-well fill-transparent"
              />
              <rect
                x={i * BAR + 1}
                width={BAR - 2}
                y={HEIGHT - good}
                height={good}
                className="fill-good"
              />
              <rect
                x={i * BAR + 1}
                width={BAR - 2}
                y={HEIGHT - good - bad}
                height={bad}
                className="fill-bad"
              />
            </g>
          );
        })}
      </svg>
      <div className="text-muted flex justify-between gap-4 text-xs tabular-nums">
        <span>{first && format.format(new Date(first.at))}</span>
        <span>now</span>
      </div>
      <Codes byCode={byCode} />
    </div>
  );
}

function Codes({ byCode }: { byCode: WebhookStats["by_code"] }) {
  const codes = Object.entries(byCode)
    .filter(([code]) => code !== "delivered")
    .toSorted((a, b) => b[1] - a[1]);
  if (codes.length === 0) return null;
  return (
    <ul aria-label="Failures by code" className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {codes.map(([code, count]) => (
        <li key={code}>
          <span className="text-bad font-mono text-xs">{code}</span>{" "}
          <span className="text-muted tabular-nums">{count.toLocaleString()}</span>
        </li>
      ))}
    </ul>
  );
}
