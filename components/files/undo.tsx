import { Button } from "@/components/ui/button";
import { text } from "@/console/text/files";

import type { Deletes } from "./use-deletes";

/** The entries that were just deleted, with one button that restores them all. */
export function Undo({ deletes }: { deletes: Deletes }) {
  return (
    <div className="border-line bg-sheet shadow-card rounded-card fixed right-4 bottom-4 left-4 z-30 flex items-center justify-between gap-3 border py-2 pr-2 pl-4 sm:right-auto sm:w-80 lg:left-64">
      <span className="min-w-0 truncate">{text.deleted(deletes.last)}</span>
      <Button variant="secondary" size="sm" onClick={deletes.undo}>
        {text.undo}
      </Button>
    </div>
  );
}
