"use client";

import { useQuery } from "@tanstack/react-query";
import { BookOpen, Menu } from "lucide-react";
import type { ReactNode } from "react";

import { Link } from "@/components/ui/link";
import { Toasts } from "@/components/ui/toasts";
import { meQuery } from "@/console/queries/me";
import { text } from "@/console/text/layout";

import { AccountMenu } from "./account-menu";
import { Bell } from "./bell";
import { Mark } from "./brand/mark";
import { Navigation } from "./navigation";
import { OrganisationSwitcher } from "./organisation-switcher";
import { Outage } from "./outage";
import { PaletteKey } from "./palette-key";
import { Progress } from "./progress";
import { SessionWatch } from "./session-watch";

type Props = {
  /** The organisation that the navigation leads through; null for a user who belongs to none. */
  orgId: string | null;
  isSupport: boolean;
  children: ReactNode;
};

/** What surrounds every page of the console. */
export function Frame({ orgId, isSupport, children }: Props) {
  const { data: me } = useQuery(meQuery);
  const organisation = me?.organisations.find(({ id }) => id === orgId);
  const isMember = organisation !== undefined || me === undefined;
  return (
    <div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <Progress />
      <a
        href="#content"
        className="bg-tide text-on-tide rounded-control sr-only z-50 px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {text.skipToContent}
      </a>
      <header className="border-line bg-sheet z-30 border-b lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:gap-4 lg:border-r lg:border-b-0 lg:p-3">
        <div className="flex min-w-0 items-center gap-2.5 px-3 py-2.5 lg:flex-wrap lg:p-0">
          {orgId !== null && isMember && (
            <button
              type="button"
              aria-label={text.pages}
              popoverTarget="pages"
              className="border-line text-muted hover:bg-well hover:text-ink rounded-control grid size-9 shrink-0 place-items-center border lg:hidden"
            >
              <Menu aria-hidden className="size-4" />
            </button>
          )}
          <Link
            href="/"
            aria-label={text.product}
            className={`rounded-control shrink-0 ${orgId === null ? "" : "max-sm:hidden"}`}
          >
            <Mark className="size-6" />
          </Link>
          {orgId !== null && (
            <>
              <OrganisationSwitcher id={orgId} name={organisation?.name ?? ""} />
              <PaletteKey orgId={orgId} isSupport={isSupport} />
              {isMember && <Bell orgId={orgId} />}
            </>
          )}
          <div className="ml-auto lg:hidden">
            <AccountMenu isSupport={isSupport} />
          </div>
        </div>
        {orgId !== null && isMember && (
          <div
            id="pages"
            popover="auto"
            className="bg-sheet text-ink border-line shadow-card rounded-card inset-x-3 top-15 w-auto border p-2 lg:contents"
          >
            <Navigation orgId={orgId} />
          </div>
        )}
        <div className="mt-auto hidden flex-col gap-1 lg:flex">
          <Link
            href="/docs"
            className="text-muted hover:text-ink hover:bg-well rounded-control flex items-center gap-2.5 px-2.5 py-1.5 font-medium"
          >
            <BookOpen aria-hidden className="size-4 shrink-0" />
            {text.documentation}
          </Link>
          <AccountMenu isSupport={isSupport} />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-4 pt-3 pb-6 sm:px-8 sm:py-8">
        <SessionWatch />
        <Outage />
        <div className="mx-auto flex max-w-5xl flex-col gap-4 sm:gap-6">{children}</div>
      </main>
      <Toasts />
    </div>
  );
}
