"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Select } from "@/components/ui/select";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toasts";
import { meQuery } from "@/console/queries/me";
import {
  changeRole,
  type Member,
  membersKey,
  removeMember,
  type Role,
} from "@/console/queries/members";

import { LAST_OWNER, ROLES } from "./roles";

const Confirm = lazyWithRetry(() =>
  import("@/components/forms/confirm").then((all) => all.Confirm),
);

/** A member: their role, which may be changed, and the end of their membership. */
export function MemberRow({ member }: { member: Member }) {
  const { id: orgId, name: organisation, role: own, isAdmin } = useOrganisation();
  const { data: me } = useQuery(meQuery);
  const cache = useQueryClient();
  const [removing, setRemoving] = useState(false);
  const { user_id: userId, name, email, role, joined_at: joinedAt } = member;
  const isSelf = me?.id === userId;
  // Only an owner makes and unmakes owners.
  const mayManage = own === "owner" || (isAdmin && role !== "owner");
  const refresh = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: membersKey(orgId) }),
      cache.invalidateQueries({ queryKey: meQuery.queryKey, exact: true }),
    ]);
  const change = useMutation({
    mutationFn: (chosen: Role) => changeRole(orgId, userId, chosen),
    onSettled: refresh,
  });
  return (
    <li className="flex flex-col gap-3 px-5 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="flex items-center gap-2">
            <span className="truncate font-medium">{name}</span>
            {isSelf && <Badge tone="tide">You</Badge>}
          </p>
          <p className="text-muted text-sm wrap-anywhere">
            {email} · joined <Time at={joinedAt} />
          </p>
        </div>
        <div className="flex items-center gap-2">
          {mayManage ? (
            <Select
              quiet
              label={`Role of ${name}`}
              dense
              value={change.isPending ? change.variables : role}
              onChange={(event) => {
                const chosen = ROLES.find(({ value }) => value === event.target.value);
                if (chosen) change.mutate(chosen.value);
              }}
            >
              {ROLES.filter(({ value }) => own === "owner" || value !== "owner").map((one) => (
                <option key={one.value} value={one.value}>
                  {one.name}
                </option>
              ))}
            </Select>
          ) : (
            <Badge tone={role === "member" ? "plain" : "tide"}>{role}</Badge>
          )}
          {(mayManage || isSelf) && (
            <Button
              variant="danger"
              size="sm"
              aria-label={isSelf ? `Leave ${organisation}` : `Remove ${name}`}
              onClick={() => setRemoving(true)}
            >
              {isSelf ? "Leave" : "Remove"}
            </Button>
          )}
        </div>
      </div>
      <Failure error={change.error} messages={LAST_OWNER} />
      {removing && (
        <Confirm
          title={isSelf ? `Leave ${organisation}?` : `Remove ${name}?`}
          description={`${isSelf ? "Your" : "Their"} webhooks and mounts in this organisation end at once. API keys stay.`}
          action={isSelf ? "Leave" : "Remove"}
          messages={LAST_OWNER}
          run={() => removeMember(orgId, userId)}
          onDone={() => {
            setRemoving(false);
            if (isSelf) window.location.assign("/");
            else {
              toast(`${name} was removed.`);
              void refresh();
            }
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  );
}
