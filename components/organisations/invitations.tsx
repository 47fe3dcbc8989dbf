"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Ago } from "@/components/ui/ago";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { invitationsQuery, membersKey, revokeInvitation } from "@/console/queries/members";
import { invitationsText as text } from "@/console/text/members";

import { RoleBadge } from "./role-badge";

/** The invitations that can still be accepted. */
export function Invitations() {
  const { id: orgId } = useOrganisation();
  const { data, error } = useQuery(invitationsQuery(orgId));
  const cache = useQueryClient();
  const revoke = useMutation({
    mutationFn: (id: string) => revokeInvitation(orgId, id),
    onSettled: () => cache.invalidateQueries({ queryKey: membersKey(orgId) }),
  });
  return (
    <Card title={text.title} description={text.description}>
      {(error ?? revoke.error) && (
        <div className="px-5 pt-4">
          <Failure error={error ?? revoke.error} />
        </div>
      )}
      <ul aria-busy={data === undefined} className="divide-line min-h-13 divide-y">
        {data?.length === 0 && <li className="text-muted px-5 py-3.5">{text.none}</li>}
        {data?.map(({ id, email, role, expires_at: expiresAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3"
          >
            <div className="min-w-0">
              <p className="truncate font-medium">{email}</p>
              <p className="text-muted text-sm">
                {text.expires} <Ago at={expiresAt} />
              </p>
            </div>
            <div className="flex items-center gap-2">
              <RoleBadge role={role} />
              <Button
                variant="danger"
                size="sm"
                aria-label={text.revokeInvitation(email)}
                aria-disabled={revoke.isPending}
                onClick={() => revoke.mutate(id)}
              >
                {text.revoke}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
