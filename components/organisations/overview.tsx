"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import Link from "next/link";

import { WebhookHealth } from "@/components/filesystems/webhook-health";
import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { filesystemsQuery, filesystemSummaryQuery, newestOf } from "@/console/queries/filesystems";
import { overviewText as text } from "@/console/text/organisations";

import { FirstRun } from "./first-run";

// No stream covers a whole organisation, so the first-run steps poll until a message is delivered.
const REFRESH_MS = 3_000;

/** The overview of an organisation: first-run steps until a message is delivered, and its newest filesystems. */
export function Overview() {
  const { id: orgId, name, isAdmin } = useOrganisation();
  const { data: filesystems, error } = useQuery(filesystemsQuery(orgId));
  const newest = newestOf(filesystems ?? []);
  const summaries = useQueries({
    queries: newest.map(({ id }) => ({
      ...filesystemSummaryQuery(orgId, id),
      refetchInterval: (query: { state: { data?: { delivered: boolean } | undefined } }) =>
        query.state.data?.delivered === false && REFRESH_MS,
    })),
  });
  const { data: keys } = useQuery({ ...apiKeysQuery(orgId), enabled: isAdmin });
  const isLoaded =
    filesystems !== undefined &&
    summaries.every(({ isPending }) => !isPending) &&
    (keys !== undefined || !isAdmin);
  const firstRunFilesystem =
    newest[summaries.findIndex(({ data }) => (data?.webhooks.total ?? 0) > 0)] ?? newest[0];
  const isDelivered = summaries.some(({ data }) => data?.delivered);
  return (
    <Page title={name}>
      <Failure error={error} />
      {!isLoaded && !error && <Skeleton className="h-64" />}
      {isLoaded && !isDelivered && (
        <FirstRun
          filesystemId={firstRunFilesystem?.id ?? null}
          hasKey={keys === undefined ? null : keys.length > 0}
          hasWebhook={summaries.some(({ data }) => (data?.webhooks.total ?? 0) > 0)}
        />
      )}
      {isLoaded && newest.length > 0 && (
        <Card
          title={text.newestFilesystems}
          action={
            <Link
              className="text-tide text-sm underline-offset-4 hover:underline"
              href={`/o/${orgId}/filesystems`}
            >
              {text.viewAll(filesystems.length)}
            </Link>
          }
        >
          <ul className="divide-line divide-y">
            {newest.map((filesystem, i) => {
              const summary = summaries[i]?.data;
              return (
                <li
                  key={filesystem.id}
                  className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-3"
                >
                  <Link
                    href={`/o/${orgId}/filesystems/${filesystem.id}/files`}
                    className="hover:text-tide min-w-0 flex-1 basis-40 truncate font-medium"
                  >
                    {filesystem.name}
                  </Link>
                  {summary && (
                    <>
                      <span className="text-muted text-sm tabular-nums">
                        {text.contents(summary.usage.retained_bytes, summary.usage.entries)}
                      </span>
                      <WebhookHealth webhooks={summary.webhooks} />
                    </>
                  )}
                </li>
              );
            })}
          </ul>
        </Card>
      )}
    </Page>
  );
}
