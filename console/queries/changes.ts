import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { changesApi } from "@/lib/api-client/calls/changes";
import { request } from "@/lib/api-client/request";
import type { changes, Kept } from "@/lib/contract/changes";

import type { FilesystemIds } from "./webhooks";

export type ChangesPage = z.infer<typeof changes.list.result>;

/** A change as the feed or the history lists it. */
export type Change = Omit<ChangesPage["events"][number], "type"> &
  Pick<Kept, "type"> &
  Partial<Pick<Kept, "other_path">>;

/** How many changes the overview shows, and how often it looks for newer ones. */
const RECENT_CHANGES = 5;
const REFRESH_MS = 10_000;

/** How many changes a page of the list has, and how many the list shows at most. */
export const PAGE_CHANGES = 200;
export const MAX_CHANGES = 2_000;

/** What changes are searched for: a part of the path, and their type; empty texts for any. */
export type ChangesFilter = { query: string; type: "" | Change["type"] };

/** The types that can be chosen. */
export const CHANGE_TYPES = ["created", "updated", "deleted"] as const;

/** The type that a text names, or any. */
export const toChangeType = (text: string): ChangesFilter["type"] =>
  CHANGE_TYPES.find((type) => type === text) ?? "";

const ANY_CHANGE: ChangesFilter = { query: "", type: "" };

/** Where the lists of a filesystem's changes lie in the cache. */
export const changesKey = (fsId: string) => ["filesystem", fsId, "changes"] as const;

/** The changes that match, newest first, page by page; the first page has the cursor at which a stream continues. */
export const changesQuery = (params: FilesystemIds, { query, type }: ChangesFilter = ANY_CHANGE) =>
  infiniteQueryOptions({
    queryKey: [...changesKey(params.fs_id), query, type],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      request(changesApi.search, {
        params,
        query: {
          limit: String(PAGE_CHANGES),
          ...(query !== "" && { query }),
          ...(type !== "" && { type }),
          ...(pageParam !== undefined && { before: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.before ?? undefined,
    placeholderData: keepPreviousData,
    // The stream continues from there. What was found before it was opened is asked for again.
    staleTime: Infinity,
    ...((query !== "" || type !== "") && { gcTime: 0 }),
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

/** Whether a search finds a change, as the service compares it. */
export const isFound = ({ query, type }: ChangesFilter, change: Change) =>
  (type === "" || change.type === type) &&
  [change.path, change.other_path ?? ""].some((path) =>
    path.toLowerCase().includes(query.toLowerCase()),
  );
