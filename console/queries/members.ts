import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { invitationsApi } from "@/lib/api-client/calls/invitations";
import { membersApi } from "@/lib/api-client/calls/members";
import { readAll } from "@/lib/api-client/read-all";
import { request } from "@/lib/api-client/request";
import type { members } from "@/lib/contract/members";
import type { Topic } from "@/lib/contract/notices";
import type { Role as RoleSchema } from "@/lib/contract/organisations";

export type { Topic } from "@/lib/contract/notices";
export type Role = z.infer<typeof RoleSchema>;
export type Member = z.infer<typeof members.changeRole.result>;

/** Where members and invitations lie in the cache. */
export const membersKey = (orgId: string) => ["orgs", orgId, "members"] as const;

/** All members, by the age of their accounts. */
export const membersQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...membersKey(orgId), "list"],
    queryFn: ({ signal }) => readMembers(orgId, signal),
  });

const readMembers = (orgId: string, signal?: AbortSignal) =>
  readAll(
    (page) =>
      request(membersApi.list, {
        params: { org_id: orgId },
        query: page,
        ...(signal === undefined ? {} : { signal }),
      }),
    (member) => member.user_id,
  );

/** The invitations that can still be accepted; for owners and admins. */
export const invitationsQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...membersKey(orgId), "invitations"],
    queryFn: ({ signal }) =>
      readAll(
        (page) => request(invitationsApi.list, { params: { org_id: orgId }, query: page, signal }),
        ({ id }) => id,
      ),
  });

/** Invites an address; the answer alone holds the link. */
export const invite = (orgId: string, body: { email: string; role: Role }) =>
  request(invitationsApi.create, { params: { org_id: orgId }, body });

/** Takes an invitation back. */
export const revokeInvitation = (orgId: string, id: string) =>
  request(invitationsApi.revoke, { params: { org_id: orgId, invitation_id: id } });

/** Makes someone an owner, an admin or a member. */
export const changeRole = (orgId: string, userId: string, role: Role) =>
  request(membersApi.changeRole, { params: { org_id: orgId, user_id: userId }, body: { role } });

/**
 * Sets what a member gets e-mails about; null: the default of their role. The API takes the whole list, so what is
 * changed is the newest: what was chosen elsewhere since the page has read it stays.
 */
export async function changeAlerts(
  orgId: string,
  userId: string,
  change: ((newest: readonly Topic[]) => Topic[]) | null,
) {
  const own = change && (await readMembers(orgId)).find((one) => one.user_id === userId);
  return request(membersApi.setAlerts, {
    params: { org_id: orgId, user_id: userId },
    body: { alerts: change && change(own?.alerts ?? []) },
  });
}

/** Removes a member, or leaves; the API keys they created can be revoked with them. */
export const removeMember = (orgId: string, userId: string, revokesKeys: boolean) =>
  request(membersApi.remove, {
    params: { org_id: orgId, user_id: userId },
    query: { revoke_api_keys: revokesKeys ? "true" : "false" },
  });
