import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * A link to another page of the service. Nothing is fetched before it is followed: a page is its data, so what could be
 * fetched early is its empty frame, at the price of two requests for every link in sight.
 */
export const Link = (props: Omit<ComponentProps<typeof NextLink>, "prefetch">) => (
  <NextLink {...props} prefetch={false} />
);
