"use client";

import { useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { RoleBadge } from "@/components/organisations/role-badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { meQuery } from "@/console/queries/me";
import { text } from "@/console/text/account";
import { text as menus } from "@/console/text/menus";

/** The user's organisations and their role in each. */
export function Organisations() {
  const { data, error, isPending } = useQuery(meQuery);
  return (
    <Card
      title={text.organisations}
      action={
        <Button asChild size="sm">
          <Link href="/o/new">{menus.newOrganisation}</Link>
        </Button>
      }
    >
      <div className="px-5 py-3 empty:hidden">
        <Failure error={error} />
      </div>
      <ul aria-busy={isPending} className="divide-line divide-y">
        {data?.organisations.length === 0 && (
          <li className="text-muted px-5 py-3.5">{text.noOrganisations}</li>
        )}
        {data?.organisations.map(({ id, name, role }) => (
          <li key={id} className="flex items-center justify-between gap-4 px-5 py-3">
            <div className="min-w-0">
              <p className="truncate font-medium">
                <Link className="text-tide underline-offset-4 hover:underline" href={`/o/${id}`}>
                  {name}
                </Link>
              </p>
              <p className="text-muted truncate font-mono text-xs">{id}</p>
            </div>
            {role !== null && <RoleBadge role={role} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}
