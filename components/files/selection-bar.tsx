import { Button } from "@/components/ui/button";
import { countOf } from "@/console/text/sizes";

type Props = { count: number; onDelete: () => void; onClear: () => void };

/** What can be done with all that is selected. */
export function SelectionBar({ count, onDelete, onClear }: Props) {
  return (
    <div className="border-line bg-well rounded-control flex flex-wrap items-center gap-3 border px-4 py-2">
      <output className="min-w-0 flex-1 text-sm font-medium">
        {countOf(count, "entry", "entries")} selected
      </output>
      <Button variant="danger" size="sm" onClick={onDelete}>
        Delete selected
      </Button>
      <Button variant="secondary" size="sm" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}
