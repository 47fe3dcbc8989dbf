import { useSearchText } from "@/components/layout/use-address";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { text } from "@/console/text/files";

type Props = { name: string; onClose: () => void };

/** Says that a link leads to no file of this folder; nothing while it is searched. */
export function MissingFile({ name, onClose }: Props) {
  const [query] = useSearchText("q");
  if (query !== "") return null;
  return (
    <div className="p-3">
      <Alert tone="warn">
        <p className="wrap-anywhere">{text.fileGone(name)}</p>
        <Button variant="secondary" size="sm" className="w-fit" onClick={onClose}>
          {text.dismiss}
        </Button>
      </Alert>
    </div>
  );
}
