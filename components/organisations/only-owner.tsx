import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { text } from "@/console/text/members";

/** Says why the only owner of an organisation can't leave it or change their role, before they choose anything. */
export function OnlyOwner({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={text.onlyOwner} description={text.errors.last_owner} onClose={onClose}>
      <Button className="self-end" onClick={onClose}>
        {text.close}
      </Button>
    </Dialog>
  );
}
