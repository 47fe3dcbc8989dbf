"use client";

import { useQuery } from "@tanstack/react-query";

import { WebhookHealth } from "@/components/filesystems/webhook-health";
import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { filesystemSummaryQuery } from "@/console/queries/filesystem-summary";
import { type Filesystem, namedFilesystemsQuery, newestOf } from "@/console/queries/filesystems";
import { webhookCountsQuery } from "@/console/queries/webhook-counts";
import { contentsOf } from "@/console/text/contents-of";
import { text } from "@/console/text/overview";

import { Activity } from "./activity";
import { Attention } from "./attention";
import { Guidance } from "./guidance";
import { RecentChanges } from "./recent-changes";
import { Storage } from "./storage";

/** The overview of an organisation: first steps, what needs attention, what happened, newest filesystems. */
export function Overview() {
  const { id: orgId, name } = useOrganisation();
  const { data: filesystems, error } = useQuery(namedFilesystemsQuery(orgId));
  const { data: counts } = useQuery(webhookCountsQuery(orgId));
  const hasWebhooks = Object.values(counts ?? {}).some((count) => count > 0);
  return (
    <Page title={name}>
      <Failure error={error} />
      {filesystems === undefined && !error && <Skeleton className="h-64" />}
      <Guidance />
      {filesystems !== undefined && filesystems.length > 0 && <Attention />}
      {hasWebhooks && <Activity />}
      {filesystems !== undefined && filesystems.length > 0 && (
        <>
          <RecentChanges />
          <Newest filesystems={newestOf(filesystems)} total={filesystems.length} />
          <Storage />
        </>
      )}
    </Page>
  );
}

function Newest({ filesystems, total }: { filesystems: readonly Filesystem[]; total: number }) {
  const { id: orgId } = useOrganisation();
  return (
    <Card
      title={text.newestFilesystems}
      action={
        <Link
          className="text-tide text-sm underline-offset-4 hover:underline"
          href={`/o/${orgId}/filesystems`}
        >
          {text.viewAll(total)}
        </Link>
      }
    >
      <ul className="divide-line divide-y">
        {filesystems.map((filesystem) => (
          <Row key={filesystem.id} filesystem={filesystem} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ filesystem: { id, name } }: { filesystem: Filesystem }) {
  const { id: orgId } = useOrganisation();
  const { data: summary } = useQuery(filesystemSummaryQuery(orgId, id));
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-3">
      <Link
        href={`/o/${orgId}/filesystems/${id}/files`}
        className="hover:text-tide min-w-0 flex-1 basis-40 truncate font-medium"
      >
        {name}
      </Link>
      {summary && (
        <>
          <span className="text-muted text-sm tabular-nums">{contentsOf(summary.usage)}</span>
          <WebhookHealth webhooks={summary.webhooks} />
        </>
      )}
    </li>
  );
}
