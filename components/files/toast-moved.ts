import { toast } from "@/components/ui/toasts";
import type { EntryChange } from "@/console/queries/entry-pages";
import { moveBack, type Transfer } from "@/console/queries/transfers";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { nameOf } from "@/console/state/paths";
import { errorMessage } from "@/console/text/error-message";
import { text as files } from "@/console/text/files";
import { transferText as text } from "@/console/text/transfers";
import { RequestError } from "@/lib/api-client/request";

/** Says what was moved or renamed, and undoes it on request. `onChanged` is called with what that changed. */
export function toastMoved(
  params: FilesystemIds,
  message: string,
  moves: readonly Transfer[],
  onChanged: (changes: readonly EntryChange[]) => void,
): void {
  const undo = async () => {
    const { changes, done, failed } = await moveBack(params, moves);
    onChanged(changes);
    if (done.length > 0) toast(text.movedBack(done.length));
    const [first] = failed;
    if (first?.error instanceof RequestError)
      toast(
        text.notMovedBack(
          nameOf(first.path),
          failed.length,
          errorMessage(first.error, text.undoErrors),
        ),
      );
  };
  toast(message, { name: files.undo, run: () => void undo() });
}
