import type { ComponentProps } from "react";

/**
 * A link that does a full page load. The not-found page is part of every other page's download, and with
 * Next's link in it that component would be downloaded twice.
 */
export function PlainLink(props: ComponentProps<"a"> & { href: string }) {
  return <a {...props}>{props.children}</a>;
}
