import { z } from "zod";

import { Id, none, noResult, OrgParams, pageOf, Timestamp } from "./common";
import { operation } from "./operation";
import { ORG, Role } from "./organisations";

/** An address that mail can be sent to, in ASCII and kept in lower case, so that one person has one. */
export const Email = z
  .string()
  .max(254)
  .regex(/^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d]([a-z\d.-]*[a-z\d])?$/i, {
    message: "must be an address like ada@example.com",
  })
  .transform((text) => text.toLowerCase())
  .meta({ example: "ada@example.com" });

const Invitation = z
  .object({
    id: Id("inv"),
    email: z.string().meta({ example: "ada@example.com" }),
    role: Role,
    created_by: z.string().meta({ example: "user:user_01kb3x6v7cf2dsk8xkqz4n5w9a" }),
    created_at: Timestamp,
    expires_at: Timestamp,
  })
  .meta({ id: "Invitation" });

export const invitations = {
  list: operation({
    id: "listInvitations",
    method: "GET",
    path: `${ORG}/invitations`,
    summary: "List the invitations that can still be accepted",
    access: { scope: "organisation", role: "admin" },
    rate: "management",
    params: OrgParams,
    query: pageOf("inv"),
    result: z.array(Invitation),
    status: 200,
    errors: [],
  }),
  create: operation({
    id: "createInvitation",
    method: "POST",
    path: `${ORG}/invitations`,
    summary: "Invite an address for seven days; its link is shown in this answer only",
    access: { scope: "organisation", only: "session", role: "admin" },
    rate: "management",
    params: OrgParams,
    query: none,
    body: z.strictObject({ email: Email, role: Role }),
    result: Invitation.extend({
      url: z.string().meta({ description: "Holds the token in its fragment." }),
      emailed: z.boolean().meta({
        description:
          "Whether another link went to the address. Then only that one creates an account, and `url` lets an account with a verified address join.",
      }),
    }),
    status: 201,
    errors: ["already_exists", "invitation_limit_reached"],
  }),
  revoke: operation({
    id: "revokeInvitation",
    method: "DELETE",
    path: `${ORG}/invitations/{invitation_id}`,
    summary: "Take an invitation back",
    access: { scope: "organisation", role: "admin" },
    rate: "management",
    params: OrgParams.extend({ invitation_id: z.string() }),
    query: none,
    result: noResult,
    status: 204,
    errors: [],
  }),
  accept: operation({
    id: "acceptInvitation",
    method: "POST",
    path: "/api/v1/invitations:accept",
    summary: "Join by an invitation to one's own address; a member stays what they are",
    access: { scope: "caller", only: "person" },
    rate: "management",
    params: none,
    query: none,
    body: z.strictObject({ token: z.string() }),
    result: Invitation.extend({
      org_id: Id("org"),
      role: Role.meta({ description: "The one that the caller has now." }),
    }),
    status: 200,
    errors: ["not_found", "email_verification_required"],
  }),
};
