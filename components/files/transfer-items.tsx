import { Copy, FolderInput } from "lucide-react";

import { MenuItem } from "@/components/ui/menu";
import type { Action } from "@/console/queries/transfers";
import { text } from "@/console/text/entry-actions";

/** The menu items that move and copy entries. */
export const TransferItems = ({ onTransfer }: { onTransfer: (action: Action) => void }) => (
  <>
    <MenuItem onSelect={() => onTransfer("move")}>
      <FolderInput aria-hidden /> {text.moveTo}
    </MenuItem>
    <MenuItem onSelect={() => onTransfer("copy")}>
      <Copy aria-hidden /> {text.copyTo}
    </MenuItem>
  </>
);
