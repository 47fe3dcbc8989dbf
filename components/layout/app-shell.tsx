"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type ReactNode, useEffect } from "react";

import { Failure } from "@/components/forms/failure";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { Toasts } from "@/components/ui/toasts";
import { meQuery } from "@/console/queries/me";
import { saveLastOrganisation } from "@/console/state/last-organisation";
import { text } from "@/console/text/layout";

import { AccountMenu } from "./account-menu";
import { Mark } from "./brand/mark";
import { Navigation } from "./navigation";
import { OrganisationProvider } from "./organisation";
import { OrganisationSwitcher } from "./organisation-switcher";
import { Outage } from "./outage";
import { PaletteKey } from "./palette-key";
import { SessionWatch } from "./session-watch";

type Props = { orgId: string; isSupport: boolean; children: ReactNode };

const NoOrganisation = lazyWithRetry(() =>
  import("./no-organisation").then((all) => all.NoOrganisation),
);

/** The navigation around every page of an organisation; non-members see that they have no access. */
export function AppShell({ orgId, isSupport, children }: Props) {
  const { data: me, error } = useQuery(meQuery);
  const organisation = me?.organisations.find(({ id }) => id === orgId);
  const isMember = organisation !== undefined;
  useEffect(() => {
    if (isMember) saveLastOrganisation(orgId);
  }, [isMember, orgId]);
  return (
    <div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="bg-tide text-on-tide rounded-control sr-only z-50 px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {text.skipToContent}
      </a>
      <header className="border-line bg-sheet z-30 flex flex-col gap-2 border-b lg:sticky lg:top-0 lg:h-dvh lg:gap-4 lg:border-r lg:border-b-0 lg:p-3">
        <div className="flex min-w-0 items-center gap-2.5 px-3 pt-2.5 lg:flex-wrap lg:p-0">
          <Link href="/" aria-label={text.product} className="rounded-control shrink-0">
            <Mark className="size-6" />
          </Link>
          <OrganisationSwitcher id={orgId} name={organisation?.name ?? ""} />
          <PaletteKey orgId={orgId} isSupport={isSupport} />
          <div className="lg:hidden">
            <AccountMenu isSupport={isSupport} />
          </div>
        </div>
        {(isMember || me === undefined) && <Navigation orgId={orgId} />}
        <div className="mt-auto hidden flex-col lg:flex">
          <AccountMenu isSupport={isSupport} />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-4 py-6 sm:px-8 sm:py-8">
        <SessionWatch />
        <Outage />
        <div className="mx-auto flex max-w-5xl flex-col gap-6">
          {me === undefined ? (
            <Loading error={error} />
          ) : isMember && !organisation.needs_second_factor ? (
            <OrganisationProvider value={{ ...organisation, role: organisation.role ?? "member" }}>
              {children}
            </OrganisationProvider>
          ) : (
            <NoOrganisation others={me.organisations} lacking={organisation} />
          )}
        </div>
      </main>
      <Toasts />
    </div>
  );
}

function Loading({ error }: { error: Error | null }) {
  if (error) return <Failure error={error} />;
  return (
    <div aria-busy className="flex flex-col gap-6">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-48" />
    </div>
  );
}
