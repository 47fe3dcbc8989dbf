import { X } from "lucide-react";
import { Close } from "radix-ui/dialog";

import { text } from "@/console/text/ui";

/** The close button of a dialog or a drawer. */
export function DialogClose() {
  return (
    <Close
      aria-label={text.close}
      className="text-muted hover:bg-well hover:text-ink rounded-control -m-1.5 p-1.5"
    >
      <X aria-hidden className="size-4" />
    </Close>
  );
}
