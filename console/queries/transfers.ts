import { inParallel } from "@/console/state/in-parallel";
import { childOf, nameOf, withNumber } from "@/console/state/paths";
import { entriesApi } from "@/lib/api-client/calls/entries";
import { request, RequestError } from "@/lib/api-client/request";

import type { Entry } from "./entries";
import type { EntryChange } from "./entry-pages";
import type { FilesystemIds } from "./webhooks";

export type Action = "move" | "copy";
/** What happens to an entry whose name is taken where it goes. */
export type OnConflict = "refuse" | "replace" | "keepBoth";

type Transferred = { changes: EntryChange[]; failed: { path: string; error: Error }[] };

// Of requests of one action.
const AT_ONCE = 4;
const MAX_NUMBER = 100;

/** Moves or copies an entry with all below it to a path. @throws RequestError */
export const transferEntry = (
  params: FilesystemIds,
  action: Action,
  { from, to, overwrite = false }: { from: string; to: string; overwrite?: boolean },
) => request(entriesApi[action], { params, body: { from, to, overwrite } });

/** Moves or copies entries into a directory: what that changed, and which stayed and why. */
export async function transferEntries(
  params: FilesystemIds,
  action: Action,
  {
    paths,
    directory,
    onConflict,
  }: { paths: readonly string[]; directory: string; onConflict: OnConflict },
): Promise<Transferred> {
  const changes: EntryChange[] = [];
  const failed: Transferred["failed"] = [];
  await inParallel(paths, AT_ONCE, async (path) => {
    try {
      const file = await transferInto(params, action, path, directory, onConflict);
      if (action === "move") changes.push({ path, file: null });
      changes.push({ path: file.path, file });
    } catch (error) {
      if (error instanceof Error) failed.push({ path, error });
    }
  });
  return { changes, failed };
}

async function transferInto(
  params: FilesystemIds,
  action: Action,
  from: string,
  directory: string,
  onConflict: OnConflict,
): Promise<Entry> {
  const overwrite = onConflict === "replace";
  for (let number = 1; ; number++) {
    const to = childOf(directory, withNumber(nameOf(from), number));
    try {
      // Onto itself succeeds without a change, and a second one of it was asked for.
      if (to === from && onConflict !== "replace")
        throw new RequestError({ status: 409, code: "already_exists" });
      return await transferEntry(params, action, { from, to, overwrite });
    } catch (error) {
      if (onConflict !== "keepBoth" || number === MAX_NUMBER || !isTaken(error)) throw error;
    }
  }
}

/** Whether a name was taken. */
export const isTaken = (error: unknown): boolean =>
  error instanceof RequestError &&
  (error.code === "already_exists" || error.code === "precondition_failed");
