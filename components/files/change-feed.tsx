"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { CopyButton } from "@/components/ui/copy-button";
import { Skeleton } from "@/components/ui/skeleton";
import { LiveMark } from "@/components/webhooks/live-mark";
import { useLive } from "@/components/webhooks/use-live";
import {
  type Change,
  type ChangesPage,
  mergeChanges,
  newestChangesQuery,
} from "@/console/queries/changes";
import { changesStream } from "@/console/queries/entries";
import { changesText as text } from "@/console/text/changes";
import { asResponse } from "@/lib/api-client/as-response";

import { Changes } from "./changes";

/** The newest changes of a filesystem, live, older ones on demand, and the current cursor. */
export function ChangeFeed({ fsId }: { fsId: string }) {
  const { id: orgId } = useOrganisation();
  const params = { org_id: orgId, fs_id: fsId };
  const list = useInfiniteQuery(newestChangesQuery(params));
  const [received, setReceived] = useState<readonly Change[]>([]);
  const [reached, setReached] = useState<string | null>(null);
  const pages = list.data?.pages;
  const start = pages?.[0]?.cursor;
  const stream = start === undefined ? null : changesStream(params, "/", start, "stat");
  const live = useLive(stream, ({ event, data: sent }) => {
    if (event === "expired") void list.refetch();
    if (event !== "heartbeat" && event !== "changes") return;
    const page = asResponse<Partial<ChangesPage> & { cursor: string }>(sent);
    setReached(page.cursor);
    setReceived((before) => mergeChanges(before, page.events ?? []));
  });
  const cursor = reached ?? start;
  const shown = useMemo(
    () =>
      pages &&
      mergeChanges(
        pages.flatMap(({ changes }) => changes),
        received.toReversed(),
      ),
    [pages, received],
  );
  return (
    <Page
      title={text.title}
      isTab
      description={text.description}
      actions={<LiveMark state={live} />}
    >
      <Failure error={list.isFetchNextPageError ? null : list.error} />
      {cursor !== undefined && (
        <p className="text-muted flex flex-wrap items-center gap-2 text-sm">
          {text.cursor} <code className="text-ink font-mono">{cursor}</code>
          <CopyButton text={cursor} label={text.copyCursor} />
        </p>
      )}
      {shown === undefined ? (
        !list.error && <Skeleton className="h-64" />
      ) : (
        <Changes changes={shown} fsId={fsId} list={list} />
      )}
    </Page>
  );
}
