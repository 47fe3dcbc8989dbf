import { Button } from "@/components/ui/button";
import { nameOf } from "@/console/state/paths";

import type { HeldDeletes } from "./use-held-deletes";

/** What is about to be deleted, and the way to keep it. */
export function Undo({ held }: { held: HeldDeletes }) {
  return (
    <div className="fixed right-4 bottom-4 left-4 z-30 flex flex-col gap-2 sm:left-auto sm:w-80">
      {held.list.map(({ path }) => (
        <div
          key={path}
          className="border-line bg-sheet shadow-card rounded-card flex items-center justify-between gap-3 border py-2 pr-2 pl-4"
        >
          <span className="min-w-0 truncate">Deleted {nameOf(path)}</span>
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Undo deleting ${nameOf(path)}`}
            onClick={() => held.undo(path)}
          >
            Undo
          </Button>
        </div>
      ))}
    </div>
  );
}
