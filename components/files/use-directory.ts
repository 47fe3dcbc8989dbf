"use client";

import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";

import { useLive } from "@/components/webhooks/use-live";
import { changesStream, entriesQuery } from "@/console/queries/entries";
import { type EntryChange, applyChanges } from "@/console/queries/entry-pages";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { asResponse } from "@/lib/api-client/as-response";

/**
 * The loaded entries of a directory, kept up to date by the stream of changes since it was listed.
 * `applyLocally` adds your own changes without waiting for the stream.
 */
export function useDirectory(params: FilesystemIds, path: string) {
  const cache = useQueryClient();
  const options = entriesQuery(params, path);
  const { queryKey } = options;
  const list = useInfiniteQuery(options);
  const reload = () => void cache.invalidateQueries({ queryKey });
  // A page that is on its way comes beside the pages that there were when it was asked for.
  const meanwhile = useRef<EntryChange[]>([]);
  const { isFetching } = list;
  useEffect(() => {
    if (isFetching || meanwhile.current.length === 0) return;
    const changes = meanwhile.current.splice(0);
    cache.setQueryData(queryKey, (data) => data && applyChanges(data, path, changes));
  });
  const applyLocally = (changes: readonly EntryChange[]) => {
    if (cache.isFetching({ queryKey }) > 0) meanwhile.current.push(...changes);
    cache.setQueryData(queryKey, (data) => data && applyChanges(data, path, changes));
    if (changes.some((change) => change.path === path)) reload();
  };
  const cursor = list.data?.pages[0]?.cursor;
  const stream = cursor === undefined ? null : changesStream(params, path, cursor);
  const live = useLive(stream, ({ event, data }) => {
    if (event === "changes") applyLocally(asResponse<{ events: EntryChange[] }>(data).events);
    if (event === "expired") reload();
  });
  const entries = useMemo(() => list.data && entriesOf(list.data), [list.data]);
  return { list, entries, live, applyLocally };
}

const entriesOf = <Item>({ pages }: InfiniteData<{ entries: Item[] }>) =>
  pages.flatMap((page) => page.entries);
