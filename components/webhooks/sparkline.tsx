"use client";

import { useQuery } from "@tanstack/react-query";

import { Skeleton } from "@/components/ui/skeleton";
import { summarise } from "@/console/queries/stats";
import { statsQuery, type WebhookIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/webhook-list";

const HEIGHT = 24;
const BAR = 3;

/** The attempts of the last 24 hours in bars of half an hour, failures on top, with the totals. */
export function Sparkline({ params }: { params: WebhookIds }) {
  const { data } = useQuery(statsQuery(params, "24h"));
  if (data === undefined) return <Skeleton className="h-6 w-36" />;
  const { buckets } = data;
  const { delivered, failed } = summarise(buckets);
  const most = Math.max(1, ...buckets.map((bucket) => bucket.delivered + bucket.failed));

  return (
    <figure className="flex flex-col gap-1">
      <svg
        aria-hidden
        viewBox={`0 0 ${buckets.length * BAR} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="border-line h-6 w-full border-b sm:w-44"
      >
        {buckets.map((bucket, i) => {
          const good = (bucket.delivered / most) * HEIGHT;
          const bad = (bucket.failed / most) * HEIGHT;
          const common = { x: i * BAR, width: BAR - 0.6 };
          return (
            <g key={bucket.at}>
              <rect {...common} y={HEIGHT - good} height={good} className="fill-good" />
              <rect {...common} y={HEIGHT - good - bad} height={bad} className="fill-bad" />
            </g>
          );
        })}
      </svg>
      <figcaption className="text-muted text-xs tabular-nums">
        {text.dayCounts(delivered, failed)}
      </figcaption>
    </figure>
  );
}
