import { MANY, restoreAll } from "@/components/trash/restore-all";
import { toast } from "@/components/ui/toasts";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { trashText as text } from "@/console/text/trash";
import { RequestError } from "@/lib/api-client/request";

const isGone = (error: Error) => error instanceof RequestError && error.code === "not_found";

/** Restores what was just deleted, and says how many that were where one would not see it. */
export async function undoDeletion(params: FilesystemIds, items: readonly string[]) {
  const { changes, failed } = await restoreAll(params, items);
  const kept = failed.filter(({ error }) => !isGone(error)).length;
  if (failed.length > 0 || items.length >= MANY)
    toast(text.undone(changes.length, items.length, kept));
  return { changes, failure: failed[0]?.error ?? null };
}
