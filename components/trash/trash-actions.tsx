import { RotateCcw, Trash2, X } from "lucide-react";

import { Button } from "@/components/ui/button";
import { trashText as text } from "@/console/text/trash";

// A phone has room for icons only.
const ICON = "max-sm:px-1.5";
const LABEL = "max-sm:sr-only";

type Props = { count: number; onRestore: () => void; onPurge: () => void; onClear: () => void };

/** In place of the column heads: the number of selected items and the actions on all of them. */
export function TrashActions({ count, onRestore, onPurge, onClear }: Props) {
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      <output className="text-ink min-w-0 flex-1 truncate font-medium">
        {text.selected(count)}
      </output>
      <Button variant="secondary" size="sm" className={ICON} onClick={onRestore}>
        <RotateCcw aria-hidden />
        <span className={LABEL}>{text.restore}</span>
      </Button>
      <Button variant="danger" size="sm" className={ICON} onClick={onPurge}>
        <Trash2 aria-hidden />
        <span className={LABEL}>{text.purge}</span>
      </Button>
      <Button variant="secondary" size="sm" className={ICON} onClick={onClear}>
        <X aria-hidden />
        <span className={LABEL}>{text.clear}</span>
      </Button>
    </div>
  );
}
