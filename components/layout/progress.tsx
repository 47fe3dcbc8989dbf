"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";

import { text } from "@/console/text/layout";

/** A bar at the top from a click on a link until its page is there: on a slow line the click must not seem lost. */
export function Progress() {
  const path = usePathname();
  const [left, setLeft] = useState<string | null>(null);
  useEffect(() => {
    // A link has prevented the browser's own navigation by the time the event is here.
    const begin = ({ target, defaultPrevented }: MouseEvent) => {
      const link = target instanceof Element ? target.closest("a") : null;
      if (link === null || !defaultPrevented) return;
      setLeft(link.pathname === window.location.pathname ? null : window.location.pathname);
    };
    const end = () => setLeft(null);
    document.addEventListener("click", begin);
    window.addEventListener("popstate", end);
    return () => {
      document.removeEventListener("click", begin);
      window.removeEventListener("popstate", end);
    };
  }, []);
  if (left !== path) return null;
  return (
    <progress
      aria-label={text.loadingPage}
      className="bg-tide [&::-webkit-progress-bar]:bg-tide fixed inset-x-0 top-0 z-50 block h-0.5 w-full animate-pulse appearance-none border-0"
    />
  );
}
