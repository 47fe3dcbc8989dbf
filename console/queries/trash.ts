import { infiniteQueryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { inParallel } from "@/console/state/in-parallel";
import { trashApi } from "@/lib/api-client/calls/trash";
import { request, RequestError } from "@/lib/api-client/request";
import type { trash } from "@/lib/contract/trash";

import type { EntryChange } from "./entry-pages";
import type { FilesystemIds } from "./webhooks";

export type TrashItem = z.infer<typeof trash.list.result>[number];

const PAGE = 100;
const REFRESH_MS = 5_000;
// Of requests of one action.
const AT_ONCE = 4;

/** Where the trash of a filesystem lies in the cache. */
export const trashKey = ({ org_id, fs_id }: FilesystemIds) =>
  ["orgs", org_id, "filesystems", fs_id, "trash"] as const;

/** The trash of a filesystem, newest first, page by page. */
export const trashQuery = (params: FilesystemIds) =>
  infiniteQueryOptions({
    queryKey: trashKey(params),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      request(trashApi.list, {
        params,
        query: { limit: String(PAGE), ...(pageParam === undefined ? {} : { after: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    // What others delete and restore. Each page is a request, so that many are read less often.
    refetchInterval: ({ state }) => REFRESH_MS * Math.max(1, state.data?.pages.length ?? 1),
  });

/** Restores an item to where it was, or to another path. @throws RequestError */
export const restoreItem = (
  params: FilesystemIds,
  id: string,
  body: { to?: string; overwrite?: boolean } = {},
) => request(trashApi.restore, { params: { ...params, trash_id: id }, body });

/**
 * Restores items to where they were: what that changed, and which stayed and why.
 * @param onEach called after each of them with the number of those that were tried
 */
export async function restoreItems(
  params: FilesystemIds,
  ids: readonly string[],
  onEach?: (done: number) => void,
) {
  const changes: EntryChange[] = [];
  const failed: { id: string; error: Error }[] = [];
  await inParallel(ids, AT_ONCE, async (id) => {
    try {
      const file = await restoreItem(params, id);
      changes.push({ path: file.path, file });
    } catch (error) {
      if (error instanceof Error) failed.push({ id, error });
    }
    onEach?.(changes.length + failed.length);
  });
  return { changes, failed };
}

/** Deletes items permanently; one that is gone already is fine. @throws RequestError */
export const purgeItems = (params: FilesystemIds, ids: readonly string[]) =>
  inParallel(ids, AT_ONCE, async (id) => {
    try {
      await request(trashApi.purge, { params: { ...params, trash_id: id } });
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== "not_found") throw error;
    }
  });

/** Deletes everything in the trash permanently. */
export const emptyTrash = (params: FilesystemIds) => request(trashApi.empty, { params });
