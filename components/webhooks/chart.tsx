import type { ReactNode } from "react";

import { formatHook } from "@/components/ui/use-format";
import type { WebhookStats } from "@/console/queries/stats";
import type { Window } from "@/console/queries/webhooks";
import { text } from "@/console/text/webhook-detail";

// The day too: 24 hours ago the clock showed the same time.
const useClock = formatHook({ weekday: "short", hour: "numeric", minute: "2-digit" });
const useDay = formatHook({ weekday: "short", hour: "numeric" });

/** The height of a chart, in its own units. */
export const HEIGHT = 64;
const BAR = 10;

type Bucket = WebhookStats["buckets"][number];
type Props = {
  title: string;
  /** What the full height stands for. */
  scale: string;
  buckets: readonly Bucket[];
  window: Window;
  /** The whole chart as text, for screen readers. */
  summary: string;
  /** A bucket as text, on hover. */
  describe: (bucket: Bucket) => string;
  children: (bucket: Bucket) => ReactNode;
};

/** A bar chart over time, oldest first; `children` draws the bar of a bucket. */
export function Chart({ title, scale, summary, buckets, window, describe, children }: Props) {
  const clock = useClock();
  const day = useDay();
  const format = window === "7d" ? day : clock;
  const first = buckets[0];
  return (
    <figure className="flex min-w-0 flex-col gap-1.5">
      <figcaption className="flex items-baseline justify-between gap-4">
        <span className="text-sm font-medium">{title}</span>
        <span className="text-muted text-xs tabular-nums">{scale}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={`${title}: ${summary}`}
        viewBox={`0 0 ${buckets.length * BAR} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="border-line h-24 w-full border-b"
      >
        {buckets.map((bucket, i) => (
          <g key={bucket.at} transform={`translate(${i * BAR} 0)`}>
            <title
              suppressHydrationWarning
            >{`${format.format(new Date(bucket.at))}: ${describe(bucket)}`}</title>
            <rect width={BAR} height={HEIGHT} className="hover:fill-well fill-transparent" />
            {children(bucket)}
          </g>
        ))}
      </svg>
      <div aria-hidden className="text-muted flex justify-between gap-4 text-xs tabular-nums">
        <span suppressHydrationWarning>{first && format.format(new Date(first.at))}</span>
        <span>{text.now}</span>
      </div>
    </figure>
  );
}

type SpanProps = { from: number; to: number; className: string };

/** A segment of a bar, between two heights. */
export function Span({ from, to, className }: SpanProps) {
  return (
    <rect
      x={1}
      width={BAR - 2}
      y={HEIGHT - to}
      height={to - from}
      className={`pointer-events-none ${className}`}
    />
  );
}
