"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { Page } from "@/components/layout/page";
import { useAddress } from "@/components/layout/use-address";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/components/ui/use-now";
import { LiveMark } from "@/components/webhooks/live-mark";
import { clustersQuery, groupOf, listShown, readSupportFilters } from "@/console/queries/support";
import { text } from "@/console/text/support";

import { Clusters } from "./clusters";
import { FailingRow } from "./failing-row";
import { FailureFilters } from "./failure-filters";
import { useFailures } from "./use-failures";

const PAGE_SIZE = 50;

/** Failing webhooks of all organisations, live: grouped above, one by one below, those first that need attention most. */
export function Failures() {
  const { search, set } = useAddress();
  const { live, webhooks } = useFailures();
  const by = groupOf(search.get("by"));
  const clusters = useQuery(clustersQuery(by));
  const filters = readSupportFilters(new URLSearchParams(search));
  const now = useNow();
  const [count, setCount] = useState(PAGE_SIZE);
  const shown = webhooks && listShown(webhooks, filters, now);
  if (live.kind === "ended" && live.error.code === "forbidden")
    return (
      <Page title={text.title}>
        <Failure error={live.error} messages={text.errors} />
      </Page>
    );
  return (
    <Page title={text.title} description={text.about} actions={<LiveMark state={live} />}>
      <Clusters
        by={by}
        clusters={clusters.data}
        error={clusters.error}
        onGroup={(group) => set({ by: group === "host" ? undefined : group })}
        chosen={filters}
        onChoose={set}
      />
      <section aria-label={text.webhooks} className="border-line bg-sheet rounded-card border">
        <FailureFilters filters={filters} onChange={set} />
        <output className="text-muted block px-5 pt-3 text-sm">
          {shown && text.count(shown.length)}
        </output>
        {shown === undefined && <Skeleton className="m-5 h-24" />}
        <ul className="divide-line divide-y">
          {shown?.slice(0, count).map((webhook) => (
            <li key={webhook.webhook_id}>
              <FailingRow webhook={webhook} />
            </li>
          ))}
        </ul>
        {shown !== undefined && shown.length > count && (
          <div className="border-line flex justify-center border-t p-4">
            <Button variant="secondary" onClick={() => setCount(count + PAGE_SIZE)}>
              {text.showMore(count, shown.length)}
            </Button>
          </div>
        )}
        {shown?.length === 0 && (
          <p className="text-muted px-5 py-6">
            {webhooks?.length === 0 ? text.allHealthy : text.noMatches}
          </p>
        )}
      </section>
    </Page>
  );
}
