import { toastUndo } from "@/components/ui/toast-undo";
import { toast } from "@/components/ui/toasts";
import type { EntryChange } from "@/console/queries/entry-pages";
import { moveBack, type Transfer } from "@/console/queries/transfers";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { nameOf } from "@/console/state/paths";
import { errorMessage } from "@/console/text/error-message";
import { transferText } from "@/console/text/transfers";
import { RequestError } from "@/lib/api-client/request";

/** Says what was moved or renamed, and undoes it on request. `onUndone` is called with what that changed. */
export function toastMoved(
  params: FilesystemIds,
  moves: readonly Transfer[],
  text: { done: string; undone: (count: number) => string },
  onUndone: (changes: readonly EntryChange[]) => void,
): void {
  const undo = async () => {
    const { changes, done, failed } = await moveBack(params, moves);
    onUndone(changes);
    if (done.length > 0) toast(text.undone(done.length));
    const [first] = failed;
    if (first?.error instanceof RequestError)
      toast(
        transferText.notMovedBack(
          nameOf(first.path),
          failed.length,
          errorMessage(first.error, transferText.undoErrors),
        ),
      );
  };
  toastUndo(text.done, () => void undo());
}
