"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";

import { Failure } from "@/components/forms/failure";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { meQuery } from "@/console/queries/me";
import { saveLastOrganisation } from "@/console/state/last-organisation";

import { Frame } from "./frame";
import { OrganisationProvider } from "./organisation";

type Props = { orgId: string; isSupport: boolean; isGuided: boolean; children: ReactNode };

const NoOrganisation = lazyWithRetry(() =>
  import("./no-organisation").then((all) => all.NoOrganisation),
);

/** The frame around every page of an organisation; non-members see that they have no access. */
export function AppShell({ isSupport, ...props }: Props) {
  return (
    <Frame orgId={props.orgId} isSupport={isSupport}>
      <Admission {...props} />
    </Frame>
  );
}

function Admission({ orgId, isGuided, children }: Omit<Props, "isSupport">) {
  const { data: me, error } = useQuery(meQuery);
  const organisation = me?.organisations.find(({ id }) => id === orgId);
  const isMember = organisation !== undefined;
  useEffect(() => {
    if (isMember) saveLastOrganisation(orgId);
  }, [isMember, orgId]);
  if (me === undefined) return <Loading error={error} />;
  if (!isMember || organisation.needs_second_factor)
    return <NoOrganisation others={me.organisations} lacking={organisation} />;
  return (
    <OrganisationProvider
      key={orgId}
      value={{ ...organisation, role: organisation.role ?? "member" }}
      isGuided={isGuided}
    >
      {children}
    </OrganisationProvider>
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
