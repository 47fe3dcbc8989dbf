import { Button } from "@/components/ui/button";
import { nameOf } from "@/console/state/paths";
import { text } from "@/console/text/files";

import type { PendingDeletes } from "./use-pending-deletes";

/** The entries about to be deleted, each with an undo button. */
export function Undo({ deletes }: { deletes: PendingDeletes }) {
  return (
    <div className="fixed right-4 bottom-4 left-4 z-30 flex flex-col gap-2 sm:left-auto sm:w-80">
      {deletes.list.map(({ path }) => (
        <div
          key={path}
          className="border-line bg-sheet shadow-card rounded-card flex items-center justify-between gap-3 border py-2 pr-2 pl-4"
        >
          <span className="min-w-0 truncate">{text.deleting(nameOf(path))}</span>
          <Button
            variant="secondary"
            size="sm"
            aria-label={text.undoDelete(nameOf(path))}
            onClick={() => deletes.undo(path)}
          >
            {text.undo}
          </Button>
        </div>
      ))}
    </div>
  );
}
