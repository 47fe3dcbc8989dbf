"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";

import { Failure } from "@/components/forms/failure";
import { AccountMenu } from "@/components/layout/account-menu";
import { Logo } from "@/components/layout/brand/logo";
import { SessionWatch } from "@/components/layout/session-watch";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { meQuery } from "@/console/queries/me";
import { text } from "@/console/text/support";

import { OpenForSupport } from "./open-for-support";

const LINKS = [
  { href: "/support", name: text.failures },
  { href: "/support/engine", name: text.engine },
];

type Props = { isSupport: boolean; children: ReactNode };

/** The header around the pages for support staff. */
export function SupportShell({ isSupport, children }: Props) {
  const { data: me, error } = useQuery(meQuery);
  const here = usePathname();
  const opened = useSearchParams().get("delivery");
  return (
    <>
      <header className="border-line bg-sheet border-b">
        <div className="mx-auto flex min-h-14 max-w-6xl flex-wrap items-center gap-x-6 gap-y-1 px-4 sm:px-6">
          <Logo />
          <nav aria-label={text.navigation} className="flex gap-5">
            {LINKS.map(({ href, name }) => (
              <Link
                key={href}
                href={href}
                aria-current={here === href ? "page" : undefined}
                className="text-muted hover:text-ink aria-[current=page]:text-tide py-2 font-medium"
              >
                {name}
              </Link>
            ))}
          </nav>
          {/* What was opened is on the page, so the field is empty again. */}
          {isSupport && <OpenForSupport key={`${here} ${opened}`} />}
          <div className="max-sm:ml-auto">{me && <AccountMenu />}</div>
        </div>
      </header>
      <main className="mx-auto flex max-w-6xl flex-col gap-6 px-4 py-6 sm:px-6 sm:py-8">
        <SessionWatch />
        <Failure error={me === undefined ? error : null} />
        {me === undefined && error === null ? <Skeleton className="h-64" /> : children}
      </main>
    </>
  );
}
