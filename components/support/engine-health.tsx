"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { Failure } from "@/components/forms/failure";
import { Page } from "@/components/layout/page";
import { Template } from "@/components/layout/template";
import { Ago } from "@/components/ui/ago";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/components/ui/use-now";
import { engineQuery } from "@/console/queries/support";
import { type Engine, type EngineProblem, engineProblems } from "@/console/state/engine-problems";
import { text } from "@/console/text/support";

/** The health of delivery: the backlog, its age and the last run of the reconciler. */
export function EngineHealth() {
  const { data, error, isPending } = useQuery(engineQuery);
  return (
    <Page title={text.engine} description={text.engineAbout}>
      <Failure error={error} messages={text.errors} />
      {isPending && <Skeleton className="h-64" />}
      {data && <Figures engine={data} />}
    </Page>
  );
}

function Figures({ engine }: { engine: Engine }) {
  const problems = engineProblems(engine, useNow());
  const isBad = (kind: EngineProblem["kind"]) => problems.some((problem) => problem.kind === kind);
  const { queue } = engine;
  return (
    <>
      <Verdict problems={problems} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title={text.deliveries}>
          <dl className="divide-line divide-y">
            <Fact name={text.oldestDue} about={text.dueLimit} isBad={isBad("late")}>
              {moment(engine.oldest_due_at)}
            </Fact>
            <Fact name={text.lastReconciler} about={text.runLimit} isBad={isBad("unchecked")}>
              {moment(engine.reconciler_last_run_at)}
            </Fact>
            <Fact name={text.webhooksDue}>{count(engine.webhooks_due)}</Fact>
            <Fact name={text.inFlight}>{count(engine.attempts_in_flight)}</Fact>
            <Fact name={text.undelivered}>{count(engine.filesystems_undispatched)}</Fact>
          </dl>
        </Card>
        <Card title={text.embedded}>
          {queue === null ? (
            <p className="text-muted px-5 py-4">{text.external}</p>
          ) : (
            <dl className="divide-line divide-y">
              <Fact name={text.oldestRun} about={text.dueLimit} isBad={isBad("queue")}>
                {moment(queue.oldest_due_at)}
              </Fact>
              <Fact name={text.failedRuns} about={text.noneExpected} isBad={isBad("failed")}>
                {count(queue.failed_runs)}
              </Fact>
              <Fact name={text.runs}>{count(queue.runs)}</Fact>
            </dl>
          )}
        </Card>
      </div>
      <p className="text-muted text-sm">
        <Template
          text={text.trends}
          slots={{
            docs: (
              <Link className="text-tide underline underline-offset-4" href="/docs/operate">
                {text.operate}
              </Link>
            ),
          }}
        />
      </p>
    </>
  );
}

function Verdict({ problems }: { problems: readonly EngineProblem[] }) {
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

const count = (number: number) => number.toLocaleString("en");
const moment = (at: string | null) => (at === null ? text.none : <Ago at={at} />);

type FactProps = { name: string; about?: string; isBad?: boolean; children: ReactNode };

/** A figure; one that has a limit says it, and on which side of it it is. */
function Fact({ name, about, isBad, children }: FactProps) {
  return (
    <div className="flex items-center justify-between gap-4 px-5 py-2.5">
      <dt>
        {name}
        {about !== undefined && <span className="text-muted block text-sm">{about}</span>}
      </dt>
      <dd
        className={cn(
          "flex shrink-0 items-center gap-1.5 font-medium tabular-nums [&>svg]:size-4",
          isBad === true ? "text-bad" : undefined,
        )}
      >
        {children}
        {isBad === true && <TriangleAlert aria-label={text.beyond} />}
        {isBad === false && <CircleCheck aria-label={text.within} className="text-good" />}
      </dd>
    </div>
  );
}
