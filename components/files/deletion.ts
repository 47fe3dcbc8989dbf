import { MANY as MANY_TO_RESTORE, restoreAll } from "@/components/trash/restore-all";
import { startBusy } from "@/components/ui/busy";
import { toast } from "@/components/ui/toasts";
import { type Deleted, deleteEntries } from "@/console/queries/delete-entries";
import type { Entry } from "@/console/queries/entries";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { text as files } from "@/console/text/files";
import { trashText as text } from "@/console/text/trash";
import { RequestError } from "@/lib/api-client/request";

// From here on it takes longer than a moment.
const MANY_TO_DELETE = 256;

/** Moves entries to the trash, and says so for as long as it takes if they are many. */
export async function deleteAll(
  params: FilesystemIds,
  entries: readonly Entry[],
): Promise<Deleted> {
  const busy = entries.length < MANY_TO_DELETE ? null : startBusy(files.deleting(entries.length));
  try {
    return await deleteEntries(params, entries);
  } finally {
    busy?.end();
  }
}

const isGone = (error: Error) => error instanceof RequestError && error.code === "not_found";

/** Restores what was just deleted, and says how many that were where one would not see it. */
export async function undoDeletion(params: FilesystemIds, items: readonly string[]) {
  const { changes, failed } = await restoreAll(params, items);
  const kept = failed.filter(({ error }) => !isGone(error)).length;
  if (failed.length > 0 || items.length >= MANY_TO_RESTORE)
    toast(text.undone(changes.length, items.length, kept));
  return { changes, failure: failed[0]?.error ?? null };
}
