import type { ReactNode } from "react";

import { latencyOf } from "@/lib/client/duration";
import { failureWords } from "@/lib/client/failure-words";
import { summarise, type WebhookStats } from "@/lib/client/stats";
import type { Window } from "@/lib/client/webhooks";

import { Chart, HEIGHT, Span } from "./chart";

type Props = { stats: WebhookStats; window: Window };

/** Attempts over time by how they ended, how long they took, and the failures by their code. */
export function Charts({ stats, window }: Props) {
  return (
    <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
      <Outcomes stats={stats} window={window} />
      <Latency stats={stats} window={window} />
      <Codes byCode={stats.by_code} />
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

function Codes({ byCode }: { byCode: WebhookStats["by_code"] }) {
  const codes = Object.entries(byCode)
    .filter(([code]) => code !== "delivered")
    .toSorted((a, b) => b[1] - a[1]);
  const most = Math.max(1, ...codes.map(([, count]) => count));
  if (codes.length === 0) return null;
  return (
    <figure className="flex flex-col gap-1.5 lg:col-span-2">
      <figcaption className="text-sm font-medium">Failures by code</figcaption>
      <ul className="flex flex-col gap-1">
        {codes.map(([code, count]) => (
          <li key={code} className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-3">
            <span className="text-bad truncate font-mono text-xs">{code}</span>
            <Share of={count / most}>
              <span className="tabular-nums">{count.toLocaleString()}</span>{" "}
              <span className="text-muted">{failureWords(code).what}</span>
            </Share>
          </li>
        ))}
      </ul>
    </figure>
  );
}

function Share({ of: share, children }: { of: number; children: ReactNode }) {
  return (
    <div className="relative min-w-0 px-2 py-0.5 text-sm">
      <span
        aria-hidden
        className="bg-bad-soft rounded-control absolute inset-y-0 left-0"
        style={{ width: `${Math.max(1, share * 100)}%` }}
      />
      <span className="relative block truncate">{children}</span>
    </div>
  );
}
