import { inParallel } from "@/console/state/in-parallel";
import { trailOf } from "@/console/state/paths";
import { asResponse } from "@/lib/api-client/as-response";
import { entriesApi } from "@/lib/api-client/calls/entries";
import { request, RequestError } from "@/lib/api-client/request";
import type { ErrorCode } from "@/lib/contract/errors";

import type { Entry } from "./entries";
import type { FilesystemIds } from "./webhooks";

/** Entries that are gone, their items in the trash, and the first failure. */
export type Deleted = { gone: Entry[]; items: string[]; failure: Error | null };

const BATCH = 128;
// Of requests of one action.
const AT_ONCE = 4;

/**
 * Moves entries with all below them to the trash. One that is gone already is fine. What lies in a folder that is deleted
 * too goes with it: as an item of its own it would be in the way when the folder is restored.
 */
export async function deleteEntries(
  params: FilesystemIds,
  entries: readonly Entry[],
): Promise<Deleted> {
  const deletedFolders = new Set(
    entries.filter(({ type }) => type === "directory").map(({ path }) => path),
  );
  const isInside = ({ path }: Entry) =>
    trailOf(path)
      .slice(0, -1)
      .some((above) => deletedFolders.has(above));
  const tops = entries.filter((entry) => !isInside(entry));
  const folders = tops.filter(({ type }) => type === "directory");
  const files = tops.filter(({ type }) => type !== "directory");
  const batches = Array.from({ length: Math.ceil(files.length / BATCH) }, (_, n) =>
    files.slice(n * BATCH, (n + 1) * BATCH),
  );
  const deleted: Deleted = { gone: [], items: [], failure: null };
  const all = [
    ...batches.map((batch) => () => deleteFiles(params, batch, deleted)),
    ...folders.map((folder) => () => deleteFolder(params, folder, deleted)),
  ];
  await inParallel(all, AT_ONCE, (run) => run().catch((error: unknown) => note(deleted, error)));
  const gone = new Set(deleted.gone.map(({ path }) => path));
  const wentAlong = (entry: Entry) =>
    isInside(entry) && trailOf(entry.path).some((it) => gone.has(it));
  deleted.gone.push(...entries.filter((entry) => wentAlong(entry)));
  return deleted;
}

function note(deleted: Deleted, error: unknown): void {
  if (error instanceof Error) deleted.failure ??= error;
}

async function deleteFiles(params: FilesystemIds, batch: readonly Entry[], deleted: Deleted) {
  const changes = batch.map(({ path }) => ({ op: "remove" as const, path }));
  const { results } = await request(entriesApi.batch, { params, body: { changes } });
  for (const [n, { status, error, trash_id: item }] of results.entries()) {
    const entry = batch[n];
    if (error === null || status === 404) deleted.gone.push(...(entry ? [entry] : []));
    else note(deleted, new RequestError({ status, code: asResponse<ErrorCode>(error.code) }));
    if (item !== null) deleted.items.push(item);
  }
}

async function deleteFolder(params: FilesystemIds, folder: Entry, deleted: Deleted) {
  const query = { path: folder.path, recursive: "true" as const };
  const onHeaders = (headers: Headers) => {
    const item = headers.get("x-trash-id");
    if (item !== null) deleted.items.push(item);
  };
  try {
    await request(entriesApi.remove, { params, query, onHeaders });
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== "path_not_found") throw error;
  }
  deleted.gone.push(folder);
}
