import { startBusy } from "@/components/ui/busy";
import { restoreItems } from "@/console/queries/trash";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { trashText as text } from "@/console/text/trash";

/** From here on it takes longer than a moment: each item is a request. */
export const MANY = 32;

/** Restores items, and says how far it is if they are many. */
export async function restoreAll(params: FilesystemIds, ids: readonly string[]) {
  const say = (done: number) => text.restoring(done, ids.length);
  const busy = ids.length < MANY ? null : startBusy(say(0));
  try {
    return await restoreItems(params, ids, (done) => busy?.say(say(done)));
  } finally {
    busy?.end();
  }
}
