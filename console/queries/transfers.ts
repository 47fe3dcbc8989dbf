import { inParallel } from "@/console/state/in-parallel";
import { childOf, directoryOf, nameOf, withNumber } from "@/console/state/paths";
import { entriesApi } from "@/lib/api-client/calls/entries";
import { request, RequestError } from "@/lib/api-client/request";

import type { Entry } from "./entries";
import type { EntryChange } from "./entry-pages";
import type { FilesystemIds } from "./webhooks";

export type Action = "move" | "copy";
/** What happens to an entry whose name is taken where it goes. */
export type OnConflict = "refuse" | "replace" | "keepBoth";

/** An entry that went from one path to another. */
export type Transfer = { from: string; to: string };
type Transferred = {
  changes: EntryChange[];
  done: Transfer[];
  failed: { path: string; error: Error }[];
};

// Of requests of one action.
const AT_ONCE = 4;
const MAX_NUMBER = 100;

/** Moves or copies an entry with all below it to a path. @throws RequestError */
export const transferEntry = (
  params: FilesystemIds,
  action: Action,
  { from, to, overwrite = false }: Transfer & { overwrite?: boolean },
) => request(entriesApi[action], { params, body: { from, to, overwrite } });

/** Moves or copies entries into a directory: what that changed, and which stayed and why. What is moved there is skipped. */
export function transferEntries(
  params: FilesystemIds,
  action: Action,
  {
    paths,
    directory,
    onConflict,
  }: { paths: readonly string[]; directory: string; onConflict: OnConflict },
): Promise<Transferred> {
  const meant = paths.filter((path) => action === "copy" || directoryOf(path) !== directory);
  return transferAll(action, meant, (path) =>
    transferInto(params, action, path, directory, onConflict),
  );
}

/** Moves entries back to where they were before: what that changed, and which stayed and why. */
export function moveBack(params: FilesystemIds, moves: readonly Transfer[]): Promise<Transferred> {
  const before = new Map(moves.map(({ from, to }) => [to, from]));
  return transferAll("move", [...before.keys()], (path) =>
    transferEntry(params, "move", { from: path, to: before.get(path) ?? path }),
  );
}

async function transferAll(
  action: Action,
  paths: readonly string[],
  transfer: (path: string) => Promise<Entry>,
): Promise<Transferred> {
  const all: Transferred = { changes: [], done: [], failed: [] };
  await inParallel(paths, AT_ONCE, async (path) => {
    try {
      const file = await transfer(path);
      if (action === "move") all.changes.push({ path, file: null });
      all.changes.push({ path: file.path, file });
      all.done.push({ from: path, to: file.path });
    } catch (error) {
      if (error instanceof Error) all.failed.push({ path, error });
    }
  });
  return all;
}

async function transferInto(
  params: FilesystemIds,
  action: Action,
  from: string,
  directory: string,
  onConflict: OnConflict,
): Promise<Entry> {
  // A copy beside what is copied can only be a second one.
  const isBeside = directoryOf(from) === directory;
  const keepsBoth = isBeside || onConflict === "keepBoth";
  const overwrite = !keepsBoth && onConflict === "replace";
  for (let number = isBeside ? 2 : 1; ; number++) {
    const to = childOf(directory, withNumber(nameOf(from), number));
    try {
      return await transferEntry(params, action, { from, to, overwrite });
    } catch (error) {
      if (!keepsBoth || number === MAX_NUMBER || !isTaken(error)) throw error;
    }
  }
}

/** Whether a name was taken. */
export const isTaken = (error: unknown): boolean =>
  error instanceof RequestError &&
  (error.code === "already_exists" || error.code === "precondition_failed");
