import { useId, useState } from "react";

import { Input } from "@/components/ui/input";
import { pastedId } from "@/console/state/pasted-id";
import type { IdPrefix } from "@/lib/contract/ids";

type Props = {
  kinds: readonly IdPrefix[];
  text: { openById: string; idPlaceholder: string; noId: string };
  /** Why nothing was opened. */
  problem?: string | undefined;
  onOpen: (id: string) => void;
  /** Called when what is in the field is no ID, or not yet. */
  onLeave?: () => void;
  className?: string;
};

/** Opens what has the ID that is pasted, as from a log or a mail, with or without what is around it there. */
export function OpenById({ kinds, text, problem, onOpen, onLeave, className = "" }: Props) {
  const hint = useId();
  const [isUnknown, setUnknown] = useState(false);
  const reason = isUnknown ? text.noId : problem;
  return (
    <div className={`flex flex-col gap-1 max-sm:order-last max-sm:w-full sm:w-56 ${className}`}>
      <Input
        type="search"
        aria-label={text.openById}
        placeholder={text.idPlaceholder}
        aria-invalid={reason !== undefined}
        aria-describedby={reason === undefined ? undefined : hint}
        onChange={({ target }) => {
          const found = pastedId(target.value, kinds);
          setUnknown(found === "none");
          if (typeof found === "object") onOpen(found.id);
          else onLeave?.();
        }}
      />
      <output id={hint} className="text-bad text-sm empty:hidden">
        {reason}
      </output>
    </div>
  );
}
