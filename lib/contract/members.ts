import { z } from "zod";

import { Id, IdParam, none, noResult, OrgParams, pageOf, QueryBoolean, Timestamp } from "./common";
import { Topic } from "./notices";
import { operation } from "./operation";
import { ORG, Role } from "./organisations";

const Member = z
  .object({
    user_id: Id("user"),
    email: z.string().meta({ example: "ada@example.com" }),
    name: z.string().meta({ example: "Ada" }),
    role: Role,
    joined_at: Timestamp,
    lacks_second_factor: z.boolean().meta({
      description: "Whether they lack the one that the organisation requires; only for admins.",
      example: false,
    }),
    last_active_at: Timestamp.nullable().meta({
      description:
        "When they last used the console or the command line, in any organisation, or did something that the audit log has; only for admins.",
    }),
    alerts: z.array(Topic).meta({ description: "What they get e-mails about." }),
  })
  .meta({ id: "Member" });

const MemberParams = OrgParams.extend({ user_id: IdParam("user") });

export const members = {
  list: operation({
    id: "listMembers",
    method: "GET",
    path: `${ORG}/members`,
    summary: "List the members of an organisation, oldest account first",
    access: { scope: "organisation", only: "user", needs: "members" },
    rate: "management",
    params: OrgParams,
    query: pageOf("user"),
    result: z.array(Member),
    status: 200,
    errors: [],
  }),
  changeRole: operation({
    id: "changeMemberRole",
    method: "PATCH",
    path: `${ORG}/members/{user_id}`,
    summary: "Change a member's role; only owners can add or remove owners",
    access: { scope: "organisation", only: "session", role: "admin", recent: true },
    rate: "management",
    params: MemberParams,
    query: none,
    body: z.strictObject({ role: Role }),
    result: Member,
    status: 200,
    errors: ["last_owner"],
  }),
  setAlerts: operation({
    id: "setMemberAlerts",
    method: "PUT",
    path: `${ORG}/members/{user_id}/alerts`,
    summary: "Choose what you get e-mails about; owners choose for every member",
    access: { scope: "organisation", only: "user", needs: "members" },
    rate: "management",
    params: MemberParams,
    query: none,
    body: z.strictObject({
      alerts: z
        .array(Topic)
        .max(Topic.options.length)
        .nullable()
        .meta({ description: "Null: the default of the member's role." }),
    }),
    result: Member,
    status: 200,
    errors: [],
  }),
  remove: operation({
    id: "removeMember",
    method: "DELETE",
    path: `${ORG}/members/{user_id}`,
    summary:
      "Remove a member, or leave; their webhooks, mounts and open invitations end immediately, and on request the API keys they created",
    access: { scope: "organisation", only: "user", needs: "members", recent: true },
    rate: "management",
    params: MemberParams,
    query: z.strictObject({
      revoke_api_keys: QueryBoolean.meta({
        description: "Also revoke the API keys that the member created; only owners and admins.",
      }),
    }),
    result: noResult,
    status: 204,
    errors: ["last_owner"],
  }),
};
