import { useId, useState } from "react";

import { Input } from "@/components/ui/input";
import { text } from "@/console/text/all-deliveries";
import { isId } from "@/lib/contract/ids";

const ID = /msg_[0-9a-z]+/;
// Of one that is still being typed.
const BEGINNING = /(?:^|\W)m(?:s(?:g(?:_[0-9a-z]{0,25})?)?)?$/;

/** Opens the message whose id is pasted, as from the log of a receiver, with or without what is around it there. */
export function OpenById({ onOpen }: { onOpen: (id: string) => void }) {
  const hint = useId();
  const [isUnknown, setUnknown] = useState(false);
  return (
    <div className="flex flex-col gap-1 max-sm:order-last max-sm:w-full sm:w-56">
      <Input
        type="search"
        aria-label={text.openById}
        placeholder={text.idPlaceholder}
        aria-invalid={isUnknown}
        aria-describedby={isUnknown ? hint : undefined}
        onChange={({ target }) => {
          const id = ID.exec(target.value)?.[0] ?? "";
          const isWhole = isId("msg", id);
          const isBegun = target.value.trim() === "" || BEGINNING.test(target.value);
          setUnknown(!isWhole && !isBegun);
          if (isWhole) onOpen(id);
        }}
      />
      <output id={hint} className="text-bad text-sm empty:hidden">
        {isUnknown && text.noId}
      </output>
    </div>
  );
}
