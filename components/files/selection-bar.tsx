import { useOrganisation } from "@/components/layout/organisation";
import { Button } from "@/components/ui/button";
import { text } from "@/console/text/files";

type Props = { count: number; onDelete: () => void; onClear: () => void };

/** The number of selected entries and the actions on all of them. */
export function SelectionBar({ count, onDelete, onClear }: Props) {
  const { canWrite } = useOrganisation();
  return (
    <div className="border-line bg-well rounded-control flex flex-wrap items-center gap-3 border px-4 py-2">
      <output className="min-w-0 flex-1 text-sm font-medium">{text.selected(count)}</output>
      <Button variant="danger" size="sm" disabled={!canWrite} onClick={onDelete}>
        {text.deleteSelected}
      </Button>
      <Button variant="secondary" size="sm" onClick={onClear}>
        {text.clearSelection}
      </Button>
    </div>
  );
}
