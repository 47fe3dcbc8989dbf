import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import { entriesApi } from "@/lib/api-client/calls/entries";
import { request } from "@/lib/api-client/request";

import type { FilesystemIds } from "./webhooks";

/** Where searches of a filesystem lie in the cache. */
export const searchKey = ({ org_id: orgId, fs_id: fsId }: FilesystemIds) =>
  ["orgs", orgId, "filesystems", fsId, "search"] as const;

/** The entries of a directory, or of all below it, whose names contain a text, page by page. */
export const searchQuery = (
  params: FilesystemIds,
  path: string,
  query: string,
  isRecursive: boolean,
) =>
  infiniteQueryOptions({
    queryKey: [...searchKey(params), path, query, isRecursive],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      request(entriesApi.search, {
        params,
        query: {
          path,
          query,
          recursive: isRecursive ? "true" : "false",
          ...(pageParam === undefined ? {} : { page_token: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.next_page_token ?? undefined,
    gcTime: 0,
  });

/** The first entries of a filesystem whose names contain a text, as far as one request finds them. */
export const searchHitsQuery = (params: FilesystemIds, query: string) =>
  queryOptions({
    queryKey: [...searchKey(params), "hits", query],
    queryFn: ({ signal }) =>
      request(entriesApi.search, {
        params,
        query: { path: "/", query, recursive: "true" },
        signal,
      }),
    gcTime: 0,
  });
