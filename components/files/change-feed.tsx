"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useSearchText } from "@/components/layout/use-address";
import { CopyButton } from "@/components/ui/copy-button";
import { Skeleton } from "@/components/ui/skeleton";
import { useSettled } from "@/components/ui/use-settled";
import { LiveMark } from "@/components/webhooks/live-mark";
import { useLive } from "@/components/webhooks/use-live";
import {
  type Change,
  type ChangesFilter,
  type ChangesPage,
  changesKey,
  changesQuery,
  isFound,
  mergeChanges,
  toChangeType,
} from "@/console/queries/changes";
import { changesStream } from "@/console/queries/entries";
import { changesText as text } from "@/console/text/changes";
import { asResponse } from "@/lib/api-client/as-response";

import { Changes } from "./changes";

/** The changes of a filesystem, newest first and live, and the current cursor. */
export function ChangeFeed({ fsId }: { fsId: string }) {
  const { id: orgId } = useOrganisation();
  const cache = useQueryClient();
  const params = { org_id: orgId, fs_id: fsId };
  const filter: ChangesFilter = {
    query: useSearchText("q")[0],
    type: toChangeType(useSearchText("type")[0]),
  };
  const asked = { ...filter, query: useSettled(filter.query) };
  const [received, setReceived] = useState<readonly Change[]>([]);
  const [reached, setReached] = useState<string | null>(null);
  const start = useInfiniteQuery(changesQuery(params)).data?.pages[0]?.cursor;
  const list = useInfiniteQuery(changesQuery(params, asked));
  const stream = start === undefined ? null : changesStream(params, "/", start, "stat");
  const live = useLive(stream, ({ event, data: sent }) => {
    if (event === "expired") void cache.invalidateQueries({ queryKey: changesKey(fsId) });
    if (event !== "heartbeat" && event !== "changes") return;
    const page = asResponse<Partial<ChangesPage> & { cursor: string }>(sent);
    setReached(page.cursor);
    setReceived((before) => mergeChanges(before, page.events ?? []));
  });
  const cursor = reached ?? start;
  const isTyping = asked.query !== filter.query;
  const listed = list.data?.pages.flatMap(({ events }) => events);
  const found = received.filter((change) => isFound(filter, change)).toReversed();
  // Until the service has answered, what it listed before is searched here.
  const isOlder = isTyping || list.isPlaceholderData;
  const shown =
    listed && mergeChanges(isOlder ? listed.filter((c) => isFound(filter, c)) : listed, found);
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
        <Changes
          changes={shown}
          filter={filter}
          isSearching={isTyping || (list.isPlaceholderData && list.isFetching)}
          fsId={fsId}
          list={list}
        />
      )}
    </Page>
  );
}
