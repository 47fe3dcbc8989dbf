import { Input } from "@/components/ui/input";
import { text } from "@/console/text/all-deliveries";
import { isId } from "@/lib/contract/ids";

const ID = /msg_[0-9a-z]+/;

/** Opens the message whose id is pasted, as from the log of a receiver, with or without what is around it there. */
export function OpenById({ onOpen }: { onOpen: (id: string) => void }) {
  return (
    <Input
      type="search"
      className="max-sm:order-last sm:w-56"
      aria-label={text.openById}
      placeholder={text.idPlaceholder}
      onChange={({ target }) => {
        const id = ID.exec(target.value)?.[0] ?? "";
        if (isId("msg", id)) onOpen(id);
      }}
    />
  );
}
