import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { inParallel } from "@/console/state/in-parallel";
import { asResponse } from "@/lib/api-client/as-response";
import { changesApi } from "@/lib/api-client/calls/changes";
import { entriesApi } from "@/lib/api-client/calls/entries";
import { reach, readRefusal, request, RequestError, urlOf } from "@/lib/api-client/request";
import type { FileInfo } from "@/lib/contract/common";
import type { ErrorCode } from "@/lib/contract/errors";

import type { FilesystemIds } from "./webhooks";

/** What lies in a directory. */
export type Entry = z.infer<typeof FileInfo>;

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

// Of the paths in one request, which the service and what is before it take in an address.
const MAX_PATHS = 100;
const MAX_ADDRESS = 8_000;

/** Where entries are downloaded with all below them, as one archive; null: too many for one address. */
export function archiveUrl(params: FilesystemIds, paths: readonly string[]): string | null {
  const query = new URLSearchParams(paths.map((path) => ["path", path])).toString();
  if (paths.length > MAX_PATHS || query.length > MAX_ADDRESS) return null;
  return `${urlOf(entriesApi.archive.path, params)}?${query}`;
}

/** Where a file is written that is below folders which may not exist yet. */
export const nestedFileUrl = (params: FilesystemIds, path: string) =>
  urlOf(entriesApi.read.path, params, { path, parents: "true" });

/** Where the changes of a directory are notified live, those after `cursor`; without one those from now on. */
export const changesStream = (params: FilesystemIds, path: string, cursor?: string) =>
  urlOf(changesApi.list.path, params, { path_prefix: path, cursor });

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

/** Makes a directory. */
export const makeDirectory = (params: FilesystemIds, path: string) =>
  request(entriesApi.makeDirectory, { params, body: { path } });

/** Deletes an entry with all below it; one that is gone already is fine. */
async function deleteEntry(params: FilesystemIds, { path, type }: Entry): Promise<void> {
  const query = { path, ...(type === "directory" ? { recursive: "true" as const } : {}) };
  await request(entriesApi.remove, { params, query, keepalive: true }).catch((error: unknown) => {
    if (!(error instanceof RequestError) || error.code !== "path_not_found") throw error;
  });
}

// Of files at once; a page that is left sends no larger body than 64 KiB.
const BATCH = 128;

/** Deletes entries with all below them, also while the page is left: those that are gone, and the first failure. */
export async function deleteEntries(
  params: FilesystemIds,
  entries: readonly Entry[],
): Promise<{ gone: Entry[]; failure: Error | null }> {
  const folders = entries.filter(({ type }) => type === "directory");
  const files = entries.filter(({ type }) => type !== "directory");
  const batches = Array.from({ length: Math.ceil(files.length / BATCH) }, (_, n) =>
    files.slice(n * BATCH, (n + 1) * BATCH),
  );
  const gone: Entry[] = [];
  let failure: Error | null = null;
  const note = (error: unknown) => {
    if (error instanceof Error) failure ??= error;
  };
  const removals = batches.map((batch) => async () => {
    const changes = batch.map(({ path }) => ({ op: "remove" as const, path }));
    const { results } = await request(entriesApi.batch, {
      params,
      body: { changes },
      keepalive: true,
    });
    for (const [n, { status, error }] of results.entries()) {
      const entry = batch[n];
      if (error === null || status === 404) gone.push(...(entry ? [entry] : []));
      else note(new RequestError({ status, code: asResponse<ErrorCode>(error.code) }));
    }
  });
  const all = [
    ...removals,
    ...folders.map((folder) => async () => {
      await deleteEntry(params, folder);
      gone.push(folder);
    }),
  ];
  await inParallel(all, AT_ONCE, (run) => run().catch(note));
  return { gone, failure };
}

// Of requests of one action.
const AT_ONCE = 4;
const MOST_COUNTED = 1_000;
const MOST_FOLDERS = 50;

/** How many entries are in folders: exactly, or at least so many. @throws RequestError */
export async function countBelow(
  params: FilesystemIds,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<{ count: number; isMore: boolean }> {
  let count = 0;
  let isMore = folders.length > MOST_FOLDERS;
  await inParallel(folders.slice(0, MOST_FOLDERS), AT_ONCE, async (path) => {
    const query = { path, recursive: "true" as const, limit: String(MOST_COUNTED) };
    const page = await request(entriesApi.list, { params, query, signal });
    count += page.entries.length;
    isMore ||= page.next_page_token !== null;
  });
  return { count, isMore };
}
