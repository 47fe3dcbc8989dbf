"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { Failure } from "@/components/forms/failure";
import { Page } from "@/components/layout/page";
import { Ago } from "@/components/ui/ago";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/components/ui/use-now";
import { engineQuery } from "@/console/queries/support";
import { type Engine, engineProblems } from "@/console/state/engine-problems";
import { text } from "@/console/text/support";

/** The health of delivery: the backlog, its age and the last run of the reconciler. */
export function EngineHealth() {
  const { data, error, isPending } = useQuery(engineQuery);
  return (
    <Page title={text.engine} description={text.engineAbout}>
      <Failure error={error} messages={text.errors} />
      {isPending && <Skeleton className="h-64" />}
      {data && <Verdict engine={data} />}
      {data && (
        <div className="grid gap-6 lg:grid-cols-2">
          <Card title={text.deliveries}>
            <dl className="py-1.5">
              <Fact name={text.webhooksDue}>{data.webhooks_due.toLocaleString("en")}</Fact>
              <Fact name={text.oldestDue}>{moment(data.oldest_due_at)}</Fact>
              <Fact name={text.inFlight}>{data.attempts_in_flight.toLocaleString("en")}</Fact>
              <Fact name={text.undelivered}>
                {data.filesystems_undispatched.toLocaleString("en")}
              </Fact>
              <Fact name={text.lastReconciler}>{moment(data.reconciler_last_run_at)}</Fact>
            </dl>
          </Card>
          <Card title={text.embedded}>
            {data.queue === null ? (
              <p className="text-muted px-5 py-4">{text.external}</p>
            ) : (
              <dl className="py-1.5">
                <Fact name={text.runs}>{data.queue.runs.toLocaleString("en")}</Fact>
                <Fact name={text.oldestDue}>{moment(data.queue.oldest_due_at)}</Fact>
                <Fact name={text.failedRuns}>{data.queue.failed_runs.toLocaleString("en")}</Fact>
              </dl>
            )}
          </Card>
        </div>
      )}
    </Page>
  );
}

function Verdict({ engine }: { engine: Engine }) {
  const problems = engineProblems(engine, useNow());
  if (problems.length === 0)
    return (
      <Alert tone="good">
        <p className="font-semibold">{text.flows}</p>
      </Alert>
    );
  return problems.map(({ kind, since }) => (
    <Alert key={kind} tone={kind === "failed" ? "warn" : "bad"}>
      <p className="font-semibold">{text.problems[kind].what}</p>
      <p>
        {text.problems[kind].remedy} {since !== null && <Ago at={since} />}
      </p>
    </Alert>
  ));
}

const moment = (at: string | null) => (at === null ? text.none : <Ago at={at} />);

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 px-5 py-1.5">
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  );
}
