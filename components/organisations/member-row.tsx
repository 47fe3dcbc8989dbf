"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Ago } from "@/components/ui/ago";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Select } from "@/components/ui/select";
import { toastUndo } from "@/components/ui/toast-undo";
import { toast } from "@/components/ui/toasts";
import { meQuery } from "@/console/queries/me";
import {
  changeRole,
  type Member,
  membersKey,
  membersQuery,
  type Role,
} from "@/console/queries/members";
import { text } from "@/console/text/members";

import { RoleBadge } from "./role-badge";
import { ROLES } from "./roles";

const Confirm = lazyWithRetry(() =>
  import("@/components/forms/confirm").then((all) => all.Confirm),
);
const RemoveMember = lazyWithRetry(() => import("./remove-member").then((all) => all.RemoveMember));

type Change = { from: Role; to: Role; isUndo?: boolean };

/** A member with their role, and buttons to change it or remove them. */
export function MemberRow({ member }: { member: Member }) {
  const { id: orgId, name: organisation, role: own, isAdmin } = useOrganisation();
  const { data: me } = useQuery(meQuery);
  const cache = useQueryClient();
  const [removing, setRemoving] = useState(false);
  const { user_id: userId, name, email, role, joined_at: joinedAt } = member;
  const isSelf = me?.id === userId;
  // Only owners manage other owners.
  const mayManage = own === "owner" || (isAdmin && role !== "owner");
  const refresh = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: membersKey(orgId) }),
      cache.invalidateQueries({ queryKey: meQuery.queryKey, exact: true }),
    ]);
  const roleChanged = (next: Role) =>
    isSelf ? text.ownRoleChanged(next) : text.roleChanged(name, next);
  const [demoted, setDemoted] = useState<Role | null>(null);
  const roleNow = async () => {
    const members = await cache.fetchQuery({ ...membersQuery(orgId), staleTime: 0 });
    return members.find((one) => one.user_id === userId)?.role;
  };
  const change = useMutation({
    async mutationFn({ from, to, isUndo = false }: Change) {
      // What was chosen since, here or by others, is not undone.
      if (isUndo && (await roleNow()) !== from) return toast(text.changedSince(name));
      await changeRole(orgId, userId, to);
      toastUndo(roleChanged(to), () => change.mutate({ from: to, to: from, isUndo: true }));
    },
    onSettled: refresh,
  });
  return (
    <li className="flex flex-col gap-3 px-5 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 items-center gap-3">
          <Avatar name={name} />
          <div className="min-w-0">
            <p className="flex items-center gap-2">
              <span className="truncate font-medium">{name}</span>
              {isSelf && <Badge tone="tide">{text.you}</Badge>}
              {member.lacks_second_factor && <Badge tone="warn">{text.lacksFactor}</Badge>}
            </p>
            <p className="text-muted text-sm wrap-anywhere">
              {email} · {text.joined} <Ago at={joinedAt} />
            </p>
          </div>
        </div>
        <div className="flex items-center gap-2">
          {mayManage ? (
            <Select
              quiet
              label={text.roleOf(name)}
              dense
              value={role}
              onChange={(event) => {
                const next = ROLES.find(({ value }) => value === event.target.value);
                if (next && role === "owner") setDemoted(next.value);
                else if (next) change.mutate({ from: role, to: next.value });
              }}
            >
              {ROLES.filter(({ value }) => own === "owner" || value !== "owner").map(
                ({ value, name: roleName }) => (
                  <option key={value} value={value}>
                    {roleName}
                  </option>
                ),
              )}
            </Select>
          ) : (
            <RoleBadge role={role} />
          )}
          {(mayManage || isSelf) && (
            <Button
              variant="danger"
              size="sm"
              aria-label={isSelf ? text.leaveOrganisation(organisation) : text.removeMember(name)}
              onClick={() => setRemoving(true)}
            >
              {isSelf ? text.leave : text.remove}
            </Button>
          )}
        </div>
      </div>
      <Failure error={change.error} messages={text.errors} />
      {demoted !== null && (
        <Confirm
          title={isSelf ? text.demoteSelfTitle(demoted) : text.demoteTitle(name, demoted)}
          description={isSelf ? text.demoteSelfWarning : text.demoteWarning}
          action={text.demote}
          messages={text.errors}
          run={() => changeRole(orgId, userId, demoted)}
          onDone={() => {
            setDemoted(null);
            toast(roleChanged(demoted));
            void refresh();
          }}
          onClose={() => setDemoted(null)}
        />
      )}
      {removing && (
        <RemoveMember
          member={member}
          isSelf={isSelf}
          onDone={() => {
            setRemoving(false);
            if (isSelf) window.location.assign("/");
            else {
              toast(text.removed(name));
              void refresh();
            }
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  );
}
