import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { changesApi } from "@/lib/api-client/calls/changes";
import { entriesApi } from "@/lib/api-client/calls/entries";
import { reach, readRefusal, request, urlOf } from "@/lib/api-client/request";
import type { FileInfo } from "@/lib/contract/common";

import type { FilesystemIds } from "./webhooks";

/** What lies in a directory. */
export type Entry = z.infer<typeof FileInfo>;
/** What is known of an entry beyond that. */
export type { Stat } from "@/lib/contract/stat";

const PAGE = 1000;

// Where the entries of a filesystem lie in the cache.
const entriesKey = ({ org_id: orgId, fs_id: fsId }: FilesystemIds) =>
  ["orgs", orgId, "filesystems", fsId, "entries"] as const;

/** What lies in a directory, by name, page by page. */
export const entriesQuery = (params: FilesystemIds, path: string) =>
  infiniteQueryOptions({
    queryKey: [...entriesKey(params), path],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      request(entriesApi.list, {
        params,
        query: {
          path,
          limit: String(PAGE),
          ...(pageParam === undefined ? {} : { page_token: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.next_page_token ?? undefined,
    // Each page more would compare all that came before, and the stream tells what changes.
    structuralSharing: false,
    staleTime: Infinity,
    gcTime: 0,
  });

/** Where the contents of a file are read and written. */
export const fileUrl = (params: FilesystemIds, path: string) =>
  urlOf(entriesApi.read.path, params, { path });

/** Where a file is written that is below folders which may not exist yet. */
export const nestedFileUrl = (params: FilesystemIds, path: string) =>
  urlOf(entriesApi.read.path, params, { path, parents: "true" });

/** Where the changes of a directory are notified live, those after `cursor`; without one those from now on. */
export const changesStream = (
  params: FilesystemIds,
  path: string,
  cursor?: string,
  fields?: "stat",
) => urlOf(changesApi.list.path, params, { path_prefix: path, cursor, fields });

/** What is known of an entry beyond what a list shows. */
export const statQuery = (params: FilesystemIds, path: string, etag: string) =>
  queryOptions({
    queryKey: [...entriesKey(params), "stat", path, etag],
    queryFn: ({ signal }) => request(entriesApi.stat, { params, query: { path }, signal }),
    gcTime: 0,
  });

/** The first bytes of a file. @throws RequestError */
export async function readBytes(
  params: FilesystemIds,
  path: string,
  most: number,
  signal: AbortSignal,
): Promise<Blob> {
  const headers = { range: `bytes=0-${most - 1}` };
  const response = await reach(fileUrl(params, path), { headers, signal });
  if (!response.ok) throw await readRefusal(response);
  return response.blob();
}

/** Makes a directory, and those above it that are missing. */
export const makeDirectory = (params: FilesystemIds, path: string) =>
  request(entriesApi.makeDirectory, { params, body: { path, parents: true } });
