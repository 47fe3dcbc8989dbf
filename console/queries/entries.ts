import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { api } from "@/lib/api-client/api";
import { reach, readRefusal, request, urlOf } from "@/lib/api-client/request";
import type { FileInfo } from "@/lib/contract/common";

import type { FilesystemIds } from "./webhooks";

/** An entry of a directory. */
export type Entry = z.infer<typeof FileInfo>;

const PAGE = 1000;

// The cache key of a filesystem's entries.
const entriesKey = ({ org_id: orgId, fs_id: fsId }: FilesystemIds) =>
  ["orgs", orgId, "filesystems", fsId, "entries"] as const;

/** The entries of a directory, by name, in pages. */
export const entriesQuery = (params: FilesystemIds, path: string) =>
  infiniteQueryOptions({
    queryKey: [...entriesKey(params), path],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      request(api.entries.list, {
        params,
        query: {
          path,
          limit: String(PAGE),
          ...(pageParam === undefined ? {} : { page_token: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.next_page_token ?? undefined,
    // Comparing all earlier pages with every new one is slow, and the stream pushes changes anyway.
    structuralSharing: false,
    staleTime: Infinity,
    gcTime: 0,
  });

/** The URL to read and write the contents of a file. */
export const fileUrl = (params: FilesystemIds, path: string) =>
  urlOf(api.entries.read.path, params, { path });

/** The URL of the stream of a directory's changes after `cursor`, or from now on. */
export const changesStream = (params: FilesystemIds, path: string, cursor?: string) =>
  urlOf(api.changes.list.path, params, { path_prefix: path, cursor });

/** The details of an entry that a list doesn't contain. */
export const statQuery = (params: FilesystemIds, path: string, etag: string) =>
  queryOptions({
    queryKey: [...entriesKey(params), "stat", path, etag],
    queryFn: ({ signal }) => request(api.entries.stat, { params, query: { path }, signal }),
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

/** Creates a directory. */
export const makeDirectory = (params: FilesystemIds, path: string) =>
  request(api.entries.makeDirectory, { params, body: { path } });

/** Moves or renames an entry; never replaces another. */
export const moveEntry = (params: FilesystemIds, from: string, to: string) =>
  request(api.entries.move, { params, body: { from, to } });

/** Copies an entry and its contents; never replaces another. */
export const copyEntry = (params: FilesystemIds, from: string, to: string) =>
  request(api.entries.copy, { params, body: { from, to } });

/** Deletes an entry and its contents. */
export async function deleteEntry(params: FilesystemIds, entry: Entry): Promise<void> {
  const recursive = entry.type === "directory" ? { recursive: "true" as const } : {};
  await request(api.entries.remove, { params, query: { path: entry.path, ...recursive } });
}
