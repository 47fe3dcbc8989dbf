import { PlainLink } from "@/components/ui/plain-link";
import { text } from "@/console/text/layout";

import { Mark } from "./mark";

/** Logo and product name, linked to the home page. */
export function Logo() {
  return (
    <PlainLink href="/" className="rounded-control flex items-center gap-2 text-lg font-semibold">
      <Mark className="size-6" />
      <span className="tracking-tight">{text.product}</span>
    </PlainLink>
  );
}
