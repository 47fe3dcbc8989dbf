import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { changesApi } from "@/lib/api-client/calls/changes";
import { request, RequestError } from "@/lib/api-client/request";
import type { changes } from "@/lib/contract/changes";

import type { FilesystemIds } from "./webhooks";

export type ChangesPage = z.infer<typeof changes.list.result>;
export type Change = ChangesPage["events"][number];

/** How many changes the overview shows, and how often it looks for newer ones. */
const RECENT_CHANGES = 5;
const REFRESH_MS = 10_000;

/** How many changes a page of the list has, and how many the list shows at most. */
export const PAGE_CHANGES = 200;
export const MAX_CHANGES = 2_000;

type LoadedPage = { changes: readonly Change[]; cursor: string; before: string | undefined };

/** The changes of so many cursors up to `end`, newest first; null if the feed cannot list all of them (spec 6.3, 6.4). */
async function readWindow(
  params: FilesystemIds,
  { end, count, signal }: { end: number; count: number; signal: AbortSignal },
): Promise<Change[] | null> {
  const query = { cursor: String(end - count), limit: String(count), fields: "stat" } as const;
  try {
    const page = await request(changesApi.list, { params, query, signal });
    if (Number(page.cursor) < end) return null;
    return page.events.filter(({ cursor }) => Number(cursor) <= end).toReversed();
  } catch (error) {
    if (error instanceof RequestError && error.code === "cursor_expired") return null;
    throw error;
  }
}

/** A page of changes up to a cursor, or up to the head; the last one ends where the feed does. */
export async function readChangesBefore(
  params: FilesystemIds,
  before: string | undefined,
  signal: AbortSignal,
): Promise<LoadedPage> {
  const cursor = before ?? (await request(changesApi.list, { params, signal })).cursor;
  const end = Number(cursor);
  const full = Math.min(PAGE_CHANGES, end);
  const changes = full === 0 ? [] : await readWindow(params, { end, count: full, signal });
  if (changes !== null)
    return { changes, cursor, before: end > full ? String(end - full) : undefined };
  // Only the feed knows where it begins, so that is searched for.
  let kept: Change[] = [];
  let [lowest, highest] = [0, full - 1];
  while (lowest < highest) {
    const count = Math.ceil((lowest + highest) / 2);
    const found = await readWindow(params, { end, count, signal });
    if (found === null) highest = count - 1;
    else [lowest, kept] = [count, found];
  }
  return { changes: kept, cursor, before: undefined };
}

/** The newest changes, newest first, page by page; the first page has the cursor at which a stream continues. */
export const newestChangesQuery = (params: FilesystemIds) =>
  infiniteQueryOptions({
    queryKey: ["filesystem", params.fs_id, "changes"],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => readChangesBefore(params, pageParam, signal),
    getNextPageParam: (page) => page.before,
    // The stream continues from there.
    staleTime: Infinity,
  });

/** The newest changes of all filesystems of an organisation, newest first. */
export const recentChangesQuery = (orgId: string) =>
  queryOptions({
    queryKey: ["orgs", orgId, "changes"],
    queryFn: ({ signal }) =>
      request(changesApi.listAll, {
        params: { org_id: orgId },
        query: { limit: String(RECENT_CHANGES) },
        signal,
      }),
    refetchInterval: REFRESH_MS,
  });

/** Changes that a stream reports before those that are shown; after an interruption it repeats some of them. */
export function mergeChanges(shown: readonly Change[], page: readonly Change[]): readonly Change[] {
  const newest = Number(shown[0]?.cursor ?? 0);
  const added = page.filter(({ cursor }) => Number(cursor) > newest);
  return [...added.toReversed(), ...shown].slice(0, MAX_CHANGES);
}
