"use client";

import { useRouter } from "next/navigation";
import type { ComponentProps, MouseEvent } from "react";

// A link that opens a tab or saves a file is an anchor.
type Props = Omit<ComponentProps<"a">, "href" | "target" | "download"> & {
  href: string;
  /** Goes to the page; without it the router does. */
  onFollow?: (href: string) => void;
};

// With a key or another button the browser opens a tab or a window, and other sites are its own business.
const isForBrowser = ({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
  currentTarget,
}: MouseEvent<HTMLAnchorElement>) =>
  button !== 0 ||
  metaKey ||
  ctrlKey ||
  shiftKey ||
  altKey ||
  currentTarget.origin !== window.location.origin;

/**
 * A link to another page of the service. Nothing is fetched before it is followed: a page is its data, so what could be
 * fetched early is its empty frame, at the price of two requests for every link in sight.
 */
export function Link({ href, children, onFollow, onClick, ...anchor }: Props) {
  const router = useRouter();
  return (
    <a
      {...anchor}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || isForBrowser(event)) return;
        event.preventDefault();
        if (onFollow) onFollow(href);
        else router.push(href);
      }}
    >
      {children}
    </a>
  );
}
