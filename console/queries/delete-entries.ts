import { inParallel } from "@/console/state/in-parallel";
import { asResponse } from "@/lib/api-client/as-response";
import { entriesApi } from "@/lib/api-client/calls/entries";
import { request, RequestError } from "@/lib/api-client/request";
import type { ErrorCode } from "@/lib/contract/errors";

import type { Entry } from "./entries";
import type { FilesystemIds } from "./webhooks";

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
