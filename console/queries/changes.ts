import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { changesApi } from "@/lib/api-client/calls/changes";
import { request, RequestError } from "@/lib/api-client/request";
import type { changes } from "@/lib/contract/changes";

import type { FilesystemIds } from "./webhooks";

export type ChangesPage = z.infer<typeof changes.list.result>;
export type Change = ChangesPage["events"][number];

/** How many changes the page holds. */
export const MAX_CHANGES = 200;

/**
 * The newest changes, newest first, and the cursor after them. There are none if they are too old, or if more than the
 * feed can list happened at once (spec 6.4).
 */
export const newestChangesQuery = (params: FilesystemIds) =>
  queryOptions({
    queryKey: ["filesystem", params.fs_id, "changes"],
    queryFn: async ({ signal }) => {
      const { cursor: head } = await request(changesApi.list, { params, signal });
      const from = Math.max(0, Number(head) - MAX_CHANGES);
      try {
        const { events, cursor } = await request(changesApi.list, {
          params,
          query: { cursor: String(from), limit: String(MAX_CHANGES), fields: "stat" },
          signal,
        });
        return { changes: events.toReversed(), cursor };
      } catch (error) {
        if (error instanceof RequestError && error.code === "cursor_expired")
          return { changes: [], cursor: head };
        throw error;
      }
    },
    // The stream continues from there.
    staleTime: Infinity,
  });

/** Changes that a stream reports before those that are shown; after an interruption it repeats some of them. */
export function mergeChanges(shown: readonly Change[], page: readonly Change[]): readonly Change[] {
  const newest = Number(shown[0]?.cursor ?? 0);
  const added = page.filter(({ cursor }) => Number(cursor) > newest);
  return [...added.toReversed(), ...shown].slice(0, MAX_CHANGES);
}
