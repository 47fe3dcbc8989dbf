import type { ComponentProps } from "react";

/**
 * A link that loads its page anew. The page for an address that leads nowhere is fetched with every other, in parts of its
 * own: Next's link would come twice with all of them.
 */
export function PlainLink(props: ComponentProps<"a"> & { href: string }) {
  return <a {...props}>{props.children}</a>;
}
