import { queryOptions } from "@tanstack/react-query";
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

/** How many changes the page holds. */
export const MAX_CHANGES = 200;

/**
 * The newest changes, oldest first, and the cursor after them. There are none if they are too old, or if more than the
 * feed can list happened at once (spec 6.4). The newest are asked for even if some of so many are no longer kept.
 */
async function readNewest(params: FilesystemIds, signal: AbortSignal): Promise<ChangesPage> {
  const { cursor: head } = await request(changesApi.list, { params, signal });
  for (let count = MAX_CHANGES; count > 0; count = Math.floor(count / 4)) {
    const cursor = String(Math.max(0, Number(head) - count));
    const query = {
      cursor,
      limit: String(MAX_CHANGES),
      fields: "stat",
    } as const;
    try {
      return await request(changesApi.list, { params, query, signal });
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== "cursor_expired") throw error;
    }
  }
  return { events: [], cursor: head, has_more: false };
}

/** The newest changes, newest first, and the cursor after them. */
export const newestChangesQuery = (params: FilesystemIds) =>
  queryOptions({
    queryKey: ["filesystem", params.fs_id, "changes"],
    queryFn: async ({ signal }) => {
      const { events, cursor } = await readNewest(params, signal);
      return { changes: events.toReversed(), cursor };
    },
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
