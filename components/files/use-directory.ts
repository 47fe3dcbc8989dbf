"use client";

import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";

import { useLive } from "@/components/webhooks/use-live";
import { changesStream, entriesQuery } from "@/console/queries/entries";
import { type EntryChange, takeChanges } from "@/console/queries/entry-pages";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { believe } from "@/lib/api-client/as-response";

/**
 * What lies in a directory, as far as it was read, and held fresh by the stream of changes since it was listed.
 * `tell` takes in what one has just changed oneself, without waiting for the stream.
 */
export function useDirectory(params: FilesystemIds, path: string) {
  const cache = useQueryClient();
  const options = entriesQuery(params, path);
  const { queryKey } = options;
  const list = useInfiniteQuery(options);
  const reread = () => void cache.invalidateQueries({ queryKey });
  const tell = (changes: readonly EntryChange[]) => {
    cache.setQueryData(queryKey, (data) => data && takeChanges(data, path, changes));
    if (changes.some((change) => change.path === path)) reread();
  };
  const cursor = list.data?.pages[0]?.cursor;
  const stream = cursor === undefined ? null : changesStream(params, path, cursor);
  const live = useLive(stream, ({ event, data }) => {
    if (event === "changes") tell(believe<{ events: EntryChange[] }>(data).events);
    if (event === "expired") reread();
  });
  const entries = useMemo(() => list.data && entriesOf(list.data), [list.data]);
  return { list, entries, live, tell };
}

const entriesOf = <Item>({ pages }: InfiniteData<{ entries: Item[] }>) =>
  pages.flatMap((page) => page.entries);
