"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { Failure } from "@/components/forms/failure";
import { Page } from "@/components/layout/page";
import { Ago } from "@/components/ui/ago";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { engineQuery } from "@/console/queries/support";

import { SUPPORT_WORDS } from "./counts";

/** Whether deliveries flow: what waits, since when, and whether somebody looks. */
export function EngineHealth() {
  const { data, error, isPending } = useQuery(engineQuery);
  return (
    <Page title="Engine" description="Whether deliveries flow. It is read anew every 15 seconds.">
      <Failure error={error} messages={SUPPORT_WORDS} />
      {isPending && <Skeleton className="h-64" />}
      {data && (
        <div className="grid gap-6 lg:grid-cols-2">
          <Card title="Deliveries">
            <dl className="py-1.5">
              <Fact name="Webhooks due">{data.webhooks_due.toLocaleString()}</Fact>
              <Fact name="Oldest due">{moment(data.oldest_due_at)}</Fact>
              <Fact name="Attempts in flight">{data.attempts_in_flight.toLocaleString()}</Fact>
              <Fact name="Filesystems with changes untold">
                {data.filesystems_dirty.toLocaleString()}
              </Fact>
              <Fact name="Last look of the guard">{moment(data.guard_last_tick_at)}</Fact>
            </dl>
          </Card>
          <Card title="Embedded engine">
            {data.queue === null ? (
              <p className="text-muted px-5 py-4">Another engine runs the functions; look there.</p>
            ) : (
              <dl className="py-1.5">
                <Fact name="Runs in the queue">{data.queue.runs.toLocaleString()}</Fact>
                <Fact name="Oldest due">{moment(data.queue.oldest_due_at)}</Fact>
                <Fact name="Failed runs">{data.queue.failed_runs.toLocaleString()}</Fact>
              </dl>
            )}
          </Card>
        </div>
      )}
    </Page>
  );
}

const moment = (at: string | null) => (at === null ? "–" : <Ago at={at} />);

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 px-5 py-1.5">
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  );
}
