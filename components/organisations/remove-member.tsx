"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Confirm } from "@/components/forms/confirm";
import { useOrganisation } from "@/components/layout/organisation";
import { Checkbox } from "@/components/ui/checkbox";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { type Member, removeMember } from "@/console/queries/members";
import { text } from "@/console/text/members";

type Props = { member: Member; isSelf: boolean; onDone: () => void; onClose: () => void };

/** Asks before a member is removed or leaves, and whether the API keys they created are revoked too. */
export function RemoveMember({ member, isSelf, onDone, onClose }: Props) {
  const { id: orgId, name: organisation, isAdmin } = useOrganisation();
  const { user_id: userId, name } = member;
  const keys = useQuery({ ...apiKeysQuery(orgId), enabled: isAdmin });
  const [revokes, setRevokes] = useState(true);
  const own = keys.data?.filter(({ created_by: by }) => by === `user:${userId}`) ?? [];
  return (
    <Confirm
      title={isSelf ? text.leaveTitle(organisation) : text.removeTitle(name)}
      description={isSelf ? text.leaveWarning : text.removeWarning}
      action={isSelf ? text.leave : text.remove}
      messages={text.errors}
      run={() => removeMember(orgId, userId, revokes && own.length > 0)}
      onDone={onDone}
      onClose={onClose}
    >
      {own.length > 0 && (
        <Checkbox
          label={text.revokeKeys(own.length, isSelf)}
          hint={own.map((key) => key.name).join(", ")}
          checked={revokes}
          onChange={(event) => setRevokes(event.target.checked)}
        />
      )}
    </Confirm>
  );
}
