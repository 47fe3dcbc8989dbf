import type { Entry } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";
import { transferEntry } from "@/console/queries/transfers";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { childOf, directoryOf, nameOf } from "@/console/state/paths";
import { errorMessage } from "@/console/text/error-message";
import { transferText as text } from "@/console/text/transfers";
import { RequestError } from "@/lib/api-client/request";

import { toastMoved } from "./toast-moved";

/** Gives an entry another name, says so, and offers to undo it. A text says why it was refused. */
export async function renameEntry(
  params: FilesystemIds,
  from: string,
  name: string,
  onUndone: (changes: readonly EntryChange[]) => void,
): Promise<Entry | string> {
  try {
    const to = childOf(directoryOf(from), name);
    const entry = await transferEntry(params, "move", { from, to });
    toastMoved(
      params,
      [{ from, to: entry.path }],
      { done: text.renamed(name), undone: () => text.renamed(nameOf(from)) },
      onUndone,
    );
    return entry;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return errorMessage(error, { ...text.errors, already_exists: text.nameTaken });
  }
}
