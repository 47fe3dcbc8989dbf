"use client";

import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";

import { Link } from "@/components/ui/link";

import { onceRouted } from "./once-routed";

/** A link to another state of a page, as with a drawer open: the page follows its URL, and the server is not asked. */
export function StateLink(props: Omit<ComponentProps<typeof Link>, "onFollow">) {
  const router = useRouter();
  return (
    <Link
      {...props}
      onFollow={(href) => {
        if (href.split("?", 1)[0] === window.location.pathname)
          onceRouted("pushState", () => window.history.pushState(null, "", href));
        else router.push(href, { scroll: false });
      }}
    />
  );
}
