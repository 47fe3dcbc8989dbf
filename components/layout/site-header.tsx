import type { ReactNode } from "react";

import { Link } from "@/components/ui/link";
import { text } from "@/console/text/layout";

import { Logo } from "./brand/logo";

const LINKS = [
  { href: "/docs", name: text.docs },
  { href: "/docs/api", name: text.api },
  { href: "/docs/errors", name: text.errors },
];

/** The header of the home page and the documentation; `children` go to its right end, by default the way to the console. */
export function SiteHeader({ children = <ToConsole /> }: { children?: ReactNode }) {
  return (
    <header className="border-line bg-sheet border-b">
      <div className="mx-auto flex min-h-14 max-w-6xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2.5 sm:px-6">
        <Logo />
        <nav
          aria-label={text.documentation}
          className="text-muted order-last flex w-full gap-4 text-sm sm:order-none sm:w-auto"
        >
          {LINKS.map(({ href, name }) => (
            <Link key={href} className="hover:text-ink" href={href}>
              {name}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-3">{children}</div>
      </div>
    </header>
  );
}

const ToConsole = () => (
  <Link className="text-muted hover:text-ink text-sm" href="/">
    {text.console}
  </Link>
);
