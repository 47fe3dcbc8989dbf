"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { useAddress } from "@/components/layout/use-address";
import { Ago } from "@/components/ui/ago";
import { Skeleton } from "@/components/ui/skeleton";
import { summarise } from "@/console/queries/stats";
import {
  statsQuery,
  type Webhook,
  type WebhookIds,
  WINDOW_NAMES,
  WINDOWS,
} from "@/console/queries/webhooks";
import { latencyOf } from "@/console/text/duration";

import { Charts } from "./charts";

/** What became of a webhook's attempts over the last while, in numbers and charts. */
export function Stats({ params, webhook }: { params: WebhookIds; webhook: Webhook }) {
  const { search, set } = useAddress();
  const window = WINDOWS.find((one) => one === search.get("window")) ?? "24h";
  const { data } = useQuery(statsQuery(params, window));
  const summary = data && summarise(data.buckets);
  return (
    <section aria-label="Attempts over time" className="flex flex-col gap-3">
      <div className="border-line bg-sheet rounded-card border">
        <dl className="divide-line grid grid-cols-2 sm:grid-cols-4 sm:divide-x">
          <Fact name="Delivered">{summary?.delivered.toLocaleString()}</Fact>
          <Fact name="Failed attempts" isBad={(summary?.failed ?? 0) > 0}>
            {summary?.failed.toLocaleString()}
          </Fact>
          <Fact name="Latency p50 / p95">
            {summary &&
              (summary.p50 === null
                ? "–"
                : `${latencyOf(summary.p50)} / ${latencyOf(summary.p95 ?? 0)}`)}
          </Fact>
          <Fact name="Pending changes">
            {webhook.pending_changes >= 1_000 ? "1,000+" : webhook.pending_changes}
            {webhook.pending_since !== null && (
              <span className="text-muted block text-xs font-normal">
                oldest <Ago at={webhook.pending_since} />
              </span>
            )}
          </Fact>
        </dl>
        <div className="border-line flex flex-col gap-3 border-t px-5 py-4">
          <fieldset className="flex gap-1">
            <legend className="sr-only">Over the last</legend>
            {WINDOWS.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={one === window}
                onClick={() => set({ window: one === "24h" ? undefined : one })}
                className="text-muted hover:text-ink aria-pressed:bg-tide-soft aria-pressed:text-tide rounded-control px-2 py-0.5 text-sm font-medium"
              >
                {WINDOW_NAMES[one]}
              </button>
            ))}
          </fieldset>
          {data ? <Charts stats={data} window={window} /> : <Skeleton className="h-40" />}
        </div>
      </div>
    </section>
  );
}

type FactProps = { name: string; isBad?: boolean; children: ReactNode };

function Fact({ name, isBad = false, children }: FactProps) {
  return (
    <div className="flex min-h-18 flex-col gap-0.5 px-5 py-3">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className={`text-lg font-semibold tabular-nums ${isBad ? "text-bad" : ""}`}>
        {children ?? <Skeleton className="mt-1 h-4 w-16" />}
      </dd>
    </div>
  );
}
