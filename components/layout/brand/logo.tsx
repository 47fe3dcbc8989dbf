import { PlainLink } from "@/components/ui/plain-link";

import { Mark } from "./mark";

/** Sign and name; leads to the first page. */
export function Logo() {
  return (
    <PlainLink href="/" className="rounded-control flex items-center gap-2 text-lg font-semibold">
      <Mark className="size-6" />
      <span className="tracking-tight">Tidemark</span>
    </PlainLink>
  );
}
