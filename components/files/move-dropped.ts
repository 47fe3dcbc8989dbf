import { toast } from "@/components/ui/toasts";
import type { EntryChange } from "@/console/queries/entry-pages";
import { transferEntries } from "@/console/queries/transfers";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { directoryOf, nameOf } from "@/console/state/paths";
import { errorMessage } from "@/console/text/error-message";
import { transferText as text } from "@/console/text/transfers";
import { RequestError } from "@/lib/api-client/request";

/** Moves entries that were dropped on a directory, and says what came of it. */
export async function moveDropped(
  params: FilesystemIds,
  paths: readonly string[],
  directory: string,
): Promise<EntryChange[]> {
  const moved = paths.filter((path) => path !== directory && directoryOf(path) !== directory);
  const { changes, failed } = await transferEntries(params, "move", {
    paths: moved,
    directory,
    onConflict: "refuse",
  });
  const count = moved.length - failed.length;
  if (count > 0) toast(text.move.done(count, directory));
  const [first] = failed;
  if (first?.error instanceof RequestError)
    toast(text.failed(nameOf(first.path), failed.length, errorMessage(first.error, text.errors)));
  return changes;
}
