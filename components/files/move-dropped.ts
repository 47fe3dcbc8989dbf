import { toast } from "@/components/ui/toasts";
import type { EntryChange } from "@/console/queries/entry-pages";
import { transferEntries } from "@/console/queries/transfers";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { nameOf } from "@/console/state/paths";
import { errorMessage } from "@/console/text/error-message";
import { transferText as text } from "@/console/text/transfers";
import { RequestError } from "@/lib/api-client/request";

import { toastMoved } from "./toast-moved";

/** Moves entries that were dropped on a directory, says what came of it, and offers to undo it. */
export async function moveDropped(
  params: FilesystemIds,
  paths: readonly string[],
  directory: string,
  onChanged: (changes: readonly EntryChange[]) => void,
  onUndone: (changes: readonly EntryChange[]) => void,
): Promise<void> {
  const { changes, done, failed } = await transferEntries(params, "move", {
    paths: paths.filter((path) => path !== directory),
    directory,
    onConflict: "refuse",
  });
  onChanged(changes);
  const said = { done: text.move.done(done.length, directory), undone: text.movedBack };
  if (done.length > 0) toastMoved(params, done, said, onUndone);
  const [first] = failed;
  if (first?.error instanceof RequestError)
    toast(text.failed(nameOf(first.path), failed.length, errorMessage(first.error, text.errors)));
}
