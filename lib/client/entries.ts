import { infiniteQueryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { changes } from "@/lib/contract/changes";
import type { FileInfo } from "@/lib/contract/common";
import { entries } from "@/lib/contract/entries";

import { reach, readRefusal, request, urlOf } from "./request";
import type { FilesystemIds } from "./webhooks";

/** What lies in a directory. */
export type Entry = z.infer<typeof FileInfo>;

const PAGE = 500;

/** Where the entries of a filesystem lie in the cache. */
export const entriesKey = ({ org_id: orgId, fs_id: fsId }: FilesystemIds) =>
  ["orgs", orgId, "filesystems", fsId, "entries"] as const;

/** What lies in a directory, by name, page by page. */
export const entriesQuery = (params: FilesystemIds, path: string) =>
  infiniteQueryOptions({
    queryKey: [...entriesKey(params), path],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      request(entries.list, {
        params,
        query: {
          path,
          limit: String(PAGE),
          ...(pageParam === undefined ? {} : { page_token: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.next_page_token ?? undefined,
  });

/** Where the contents of a file are read and written. */
export const fileUrl = (params: FilesystemIds, path: string) =>
  urlOf(entries.read.path, params, { path });

/** Where the changes of a directory are told live. */
export const changesStream = (params: FilesystemIds, path: string) =>
  urlOf(changes.list.path, params, { path_prefix: path });

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

/** Makes a directory. */
export const makeDirectory = (params: FilesystemIds, path: string) =>
  request(entries.makeDirectory, { params, body: { path } });

/** Moves or renames an entry; nothing that is there is replaced. */
export const moveEntry = (params: FilesystemIds, from: string, to: string) =>
  request(entries.move, { params, body: { from, to } });

/** Copies an entry with all below it; nothing that is there is replaced. */
export const copyEntry = (params: FilesystemIds, from: string, to: string) =>
  request(entries.copy, { params, body: { from, to } });

/** Deletes an entry with all below it, if it is still the one that was seen. */
export async function deleteEntry(params: FilesystemIds, entry: Entry): Promise<void> {
  const recursive = entry.type === "directory" ? { recursive: "true" as const } : {};
  await request(entries.remove, { params, query: { path: entry.path, ...recursive } });
}
