"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import { Template } from "@/components/layout/template";
import { useAddress } from "@/components/layout/use-address";
import { Ago } from "@/components/ui/ago";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/components/ui/use-now";
import { ViewSwitch } from "@/components/ui/view-switch";
import { summarise } from "@/console/queries/stats";
import {
  type statsQuery,
  type Webhook,
  type Window,
  windowOf,
  WINDOWS,
} from "@/console/queries/webhooks";
import { text as deliveries } from "@/console/text/deliveries";
import { latencyOf } from "@/console/text/duration";
import type { LastFailure } from "@/console/text/failure-causes";
import { text } from "@/console/text/webhook-detail";
import { text as shared } from "@/console/text/webhooks";

import type { OnPick } from "./charts";

const Charts = lazyWithRetry(
  async () => (await import("./charts")).Charts,
  <Skeleton className="h-40" />,
);

type Props = {
  webhook: Pick<Webhook, "created_at" | "pending_changes" | "pending_since" | "pending_message"> &
    LastFailure;
  queryOf: (window: Window) => ReturnType<typeof statsQuery>;
  /** Called with what was pressed in the charts below the numbers; false for none. */
  charts: false | OnPick;
};

/** A webhook's attempts over a time range, in numbers and charts. */
export function Stats({ webhook, queryOf, charts }: Props) {
  const { search, set } = useAddress();
  // As it was when the page opened, so that the chart does not change by itself.
  const [openedAt] = useState(useNow());
  const window = windowOf(new URLSearchParams(search), webhook, openedAt);
  const { data } = useQuery(queryOf(window));
  const summary = data && summarise(data.buckets);
  return (
    <section aria-label={text.stats} className="flex flex-col gap-3">
      <h2 className="sr-only">{text.stats}</h2>
      <div className="border-line bg-sheet rounded-card border">
        <div className="border-line border-b px-3 py-2">
          <ViewSwitch
            label={text.statsWindow}
            views={WINDOWS}
            names={deliveries.windows}
            value={window}
            onChange={(one) => set({ window: one })}
          />
        </div>
        <dl className="divide-line grid grid-cols-2 sm:grid-cols-4 sm:divide-x">
          <Fact name={text.delivered}>{summary?.delivered.toLocaleString("en")}</Fact>
          <Fact name={text.failedAttempts} isBad={(summary?.failed ?? 0) > 0}>
            {summary?.failed.toLocaleString("en")}
          </Fact>
          <Fact name={text.latency}>
            {summary &&
              (summary.p50 === null
                ? text.noLatency
                : text.latencies(latencyOf(summary.p50), latencyOf(summary.p95 ?? 0)))}
          </Fact>
          <Fact name={shared.backlog}>
            {shared.pending(webhook.pending_changes, webhook.pending_message)}
            {webhook.pending_since !== null && (
              <span className="text-muted block text-xs font-normal">
                <Template text={text.oldest} slots={{ time: <Ago at={webhook.pending_since} /> }} />
              </span>
            )}
          </Fact>
        </dl>
        {charts !== false && (
          <div className="border-line border-t px-5 py-4">
            {data ? (
              <Charts stats={data} window={window} webhook={webhook} onPick={charts} />
            ) : (
              <Skeleton className="h-40" />
            )}
          </div>
        )}
      </div>
    </section>
  );
}

type FactProps = { name: string; isBad?: boolean; children: ReactNode };

function Fact({ name, isBad = false, children }: FactProps) {
  return (
    <div className="flex min-h-18 flex-col gap-0.5 px-5 py-3">
      <dt className="text-muted text-sm">{name}</dt>
      <dd
        className={`text-lg font-semibold tabular-nums max-sm:text-base ${isBad ? "text-bad" : ""}`}
      >
        {children ?? <Skeleton className="mt-1 h-4 w-16" />}
      </dd>
    </div>
  );
}
