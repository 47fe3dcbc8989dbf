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
import { filesystemsQuery, glanceQuery } from "@/console/queries/filesystems";
import { countOf, sizeOf } from "@/console/text/sizes";

import { FirstRun } from "./first-run";

// Of the newest; the whole list is a page of its own.
const SHOWN = 5;
// Nothing pushes what happens all over an organisation, and the way to a first message ends by itself.
const REFRESH_MS = 3_000;

/** How an organisation stands: the way to a first delivered message until there is one, then its newest filesystems. */
export function Overview() {
  const { id: orgId, name, isAdmin } = useOrganisation();
  const { data: filesystems, error } = useQuery(filesystemsQuery(orgId));
  const newest = filesystems?.toReversed().slice(0, SHOWN) ?? [];
  const glances = useQueries({
    queries: newest.map(({ id }) => ({
      ...glanceQuery(orgId, id),
      refetchInterval: (query: { state: { data?: { delivered: boolean } | undefined } }) =>
        query.state.data?.delivered === false && REFRESH_MS,
    })),
  });
  const { data: keys } = useQuery({ ...apiKeysQuery(orgId), enabled: isAdmin });
  const isKnown =
    filesystems !== undefined &&
    glances.every(({ isPending }) => !isPending) &&
    (keys !== undefined || !isAdmin);
  const watched = newest[glances.findIndex(({ data }) => (data?.webhooks ?? 0) > 0)] ?? newest[0];
  const isDelivered = glances.some(({ data }) => data?.delivered);
  return (
    <Page title={name}>
      <Failure error={error} />
      {!isKnown && !error && <Skeleton className="h-64" />}
      {isKnown && !isDelivered && (
        <FirstRun
          filesystemId={watched?.id ?? null}
          hasKey={keys === undefined ? null : keys.length > 0}
          hasWebhook={glances.some(({ data }) => (data?.webhooks ?? 0) > 0)}
        />
      )}
      {isKnown && newest.length > 0 && (
        <Card
          title="Newest filesystems"
          action={
            <Link
              className="text-tide text-sm underline-offset-4 hover:underline"
              href={`/o/${orgId}/filesystems`}
            >
              All {filesystems.length}
            </Link>
          }
        >
          <ul className="divide-line divide-y">
            {newest.map((filesystem, i) => {
              const glance = glances[i]?.data;
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
                  {glance && (
                    <>
                      <span className="text-muted text-sm tabular-nums">
                        {sizeOf(glance.usage.retained_bytes)} ·{" "}
                        {countOf(glance.usage.entries, "entry", "entries")}
                      </span>
                      <WebhookHealth glance={glance} />
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
