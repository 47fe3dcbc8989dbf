"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Ago } from "@/components/ui/ago";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { toast } from "@/components/ui/toasts";
import { meQuery } from "@/console/queries/me";
import { type Member, membersKey } from "@/console/queries/members";
import { text } from "@/console/text/members";

import { MemberRole } from "./member-role";
import { OnlyOwner } from "./only-owner";
import { RoleBadge } from "./role-badge";

const RemoveMember = lazyWithRetry(() => import("./remove-member").then((all) => all.RemoveMember));

type Props = { member: Member; isOnlyOwner: boolean };

/** A member with their role, and buttons to change it or remove them. */
export function MemberRow({ member, isOnlyOwner }: Props) {
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
  const close = () => setRemoving(false);
  const leaveOrRefresh = () => {
    close();
    if (isSelf) window.location.assign("/");
    else {
      toast(text.removed(name));
      void refresh();
    }
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3">
      <div className="flex min-w-0 items-center gap-3">
        <Avatar name={name} />
        <div className="min-w-0">
          <p className="flex items-center gap-2">
            <span className="truncate font-medium">{name}</span>
            {isSelf && <Badge tone="tide">{text.you}</Badge>}
            {member.lacks_second_factor && <Badge tone="warn">{text.lacksFactor}</Badge>}
          </p>
          <p className="text-muted text-sm wrap-anywhere">{email}</p>
          <p className="text-muted text-sm">
            {text.joined} <Ago at={joinedAt} />
            {isAdmin && <LastActive at={member.last_active_at} />}
          </p>
        </div>
      </div>
      <div className="flex items-start gap-2 max-sm:pl-11">
        {mayManage ? (
          <MemberRole
            member={member}
            isSelf={isSelf}
            isOnlyOwner={isOnlyOwner}
            onChanged={refresh}
          />
        ) : (
          <RoleBadge role={role} />
        )}
        {(mayManage || isSelf) && (
          <Button
            variant="danger"
            size="sm"
            className="min-w-20 justify-center"
            aria-label={isSelf ? text.leaveOrganisation(organisation) : text.removeMember(name)}
            onClick={() => setRemoving(true)}
          >
            {isSelf ? text.leave : text.remove}
          </Button>
        )}
      </div>
      {removing && isOnlyOwner && <OnlyOwner onClose={close} />}
      {removing && !isOnlyOwner && (
        <RemoveMember member={member} isSelf={isSelf} onDone={leaveOrRefresh} onClose={close} />
      )}
    </li>
  );
}

function LastActive({ at }: { at: string | null }) {
  if (at === null) return ` · ${text.neverActive}`;
  return (
    <>
      {` · ${text.active} `}
      <Ago at={at} />
    </>
  );
}
