"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Ago } from "@/components/ui/ago";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { toast } from "@/components/ui/toasts";
import { invitationsQuery, membersKey, revokeInvitation } from "@/console/queries/members";
import { findMembers } from "@/console/state/find-members";
import { invitationsText as text } from "@/console/text/members";

import { RoleBadge } from "./role-badge";

const Confirm = lazyWithRetry(() =>
  import("@/components/forms/confirm").then((all) => all.Confirm),
);

/** The invitations that can still be accepted, those that match a search. */
export function Invitations({ search }: { search: string }) {
  const { id: orgId } = useOrganisation();
  const { data, error } = useQuery(invitationsQuery(orgId));
  const cache = useQueryClient();
  const [revoking, setRevoking] = useState<{ id: string; email: string } | null>(null);
  const refresh = () => cache.invalidateQueries({ queryKey: membersKey(orgId) });
  const shown = data && findMembers(data, search);
  return (
    <Card title={text.title} description={text.description}>
      {error && (
        <div className="px-5 pt-4">
          <Failure error={error} />
        </div>
      )}
      <ul aria-busy={data === undefined} className="divide-line min-h-13 divide-y">
        {shown?.length === 0 && (
          <li className="text-muted px-5 py-3.5">
            {data?.length === 0 ? text.none : text.noMatch(search)}
          </li>
        )}
        {shown?.map(({ id, email, role, expires_at: expiresAt }) => (
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
                onClick={() => setRevoking({ id, email })}
              >
                {text.revoke}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {revoking && (
        <Confirm
          title={text.revokeTitle(revoking.email)}
          description={text.revokeWarning}
          action={text.revoke}
          run={() => revokeInvitation(orgId, revoking.id).finally(() => void refresh())}
          onDone={() => {
            setRevoking(null);
            toast(text.revoked(revoking.email));
          }}
          onClose={() => setRevoking(null)}
        />
      )}
    </Card>
  );
}
