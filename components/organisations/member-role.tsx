"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Select } from "@/components/ui/select";
import { toastUndo } from "@/components/ui/toast-undo";
import { toast } from "@/components/ui/toasts";
import { changeRole, type Member, membersQuery, type Role } from "@/console/queries/members";
import { text } from "@/console/text/members";

import { OnlyOwner } from "./only-owner";
import { ROLES } from "./roles";

const Confirm = lazyWithRetry(() =>
  import("@/components/forms/confirm").then((all) => all.Confirm),
);

// The new owner or admin may not let it be undone.
const mightBeFinal = (from: Role, to: Role) => from === "owner" || to === "owner" || to === "admin";

type Change = { from: Role; to: Role; isUndo?: boolean };
type Props = {
  member: Member;
  isSelf: boolean;
  isOnlyOwner: boolean;
  onChanged: () => Promise<unknown>;
};

/**
 * The role of a member, to change: at once with an undo, or after a question where it gives or takes much. An arrow key
 * chooses each role on the way to another.
 */
export function MemberRole({ member, isSelf, isOnlyOwner, onChanged }: Props) {
  const { id: orgId, role: own } = useOrganisation();
  const cache = useQueryClient();
  const [asked, setAsked] = useState<Role | null>(null);
  const { user_id: userId, name, role } = member;
  const roleChanged = (next: Role) =>
    isSelf ? text.ownRoleChanged(next) : text.roleChanged(name, next);
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
    onSettled: onChanged,
  });
  const choose = (chosen: string) => {
    const next = ROLES.find(({ value }) => value === chosen);
    if (next && (isSelf || mightBeFinal(role, next.value))) setAsked(next.value);
    else if (next) change.mutate({ from: role, to: next.value });
  };
  return (
    <div className="flex flex-col gap-2">
      <Select
        quiet
        label={text.roleOf(name)}
        dense
        className="min-w-28"
        value={role}
        onChange={(event) => choose(event.target.value)}
      >
        {ROLES.filter(({ value }) => own === "owner" || value !== "owner").map(
          ({ value, name: roleName }) => (
            <option key={value} value={value}>
              {roleName}
            </option>
          ),
        )}
      </Select>
      <Failure error={change.error} messages={text.errors} />
      {asked !== null && isOnlyOwner && <OnlyOwner onClose={() => setAsked(null)} />}
      {asked !== null && !isOnlyOwner && (
        <Confirm
          title={isSelf ? text.changeOwnTitle(asked) : text.changeTitle(name, asked)}
          description={isSelf ? text.changeOwnWarning(role) : text.changeWarning(role, asked)}
          action={text.change}
          messages={text.errors}
          run={() => changeRole(orgId, userId, asked)}
          onDone={() => {
            setAsked(null);
            toast(roleChanged(asked));
            void onChanged();
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
