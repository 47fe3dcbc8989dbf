"use client";

import { useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { RoleBadge } from "@/components/organisations/role-badge";
import { Avatar } from "@/components/ui/avatar";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { membersQuery } from "@/console/queries/members";
import { text } from "@/console/text/filesystem-access";

/** The members of the organisation, and what their roles let them do with a filesystem. */
export function People() {
  const { id: orgId } = useOrganisation();
  const { data, error } = useQuery(membersQuery(orgId));
  return (
    <Card title={text.people} description={text.peopleAbout}>
      <Failure error={error} />
      {data === undefined && !error && <Skeleton className="m-5 h-16" />}
      <ul className="divide-line divide-y">
        {data?.map(({ user_id: id, name, email, role }) => (
          <li key={id} className="flex items-center gap-3 px-5 py-3">
            <Avatar name={name} />
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{name}</p>
              <p className="text-muted text-sm wrap-anywhere">
                {email} · {text.reasons[role]}
              </p>
            </div>
            <RoleBadge role={role} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
