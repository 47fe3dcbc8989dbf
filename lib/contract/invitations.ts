import { z } from "zod";

import {
  exampleToken,
  Id,
  IdParam,
  Later,
  none,
  noResult,
  OrgParams,
  pageOf,
  Timestamp,
} from "./common";
import { fieldMessages } from "./field-messages";
import { operation } from "./operation";
import { ORG, Role } from "./organisations";

const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+";
const LABEL = String.raw`[a-z\d]([a-z\d-]{0,61}[a-z\d])?`;
// What SMTP takes without quotes (RFC 5321, sections 4.1.2 and 4.5.3.1).
const ADDRESS = new RegExp(`^(?=.{1,64}@)${ATOM}(\\.${ATOM})*@${LABEL}(\\.${LABEL})*$`, "i");

/** An ASCII e-mail address, lower-cased so that one mailbox is one account. */
export const Email = z
  .string()
  .max(254)
  .regex(ADDRESS, { message: fieldMessages.email })
  .transform((text) => text.toLowerCase())
  .meta({ format: "email", example: "ada@example.com" });

const Invitation = z
  .object({
    id: Id("inv"),
    email: z.string().meta({ example: "ada@example.com" }),
    role: Role,
    created_by: z.string().meta({ example: "user:user_01kb3x6v7cf2dsk8xkqz4n5w9a" }),
    created_at: Timestamp,
    expires_at: Later,
  })
  .meta({ id: "Invitation" });

export const invitations = {
  list: operation({
    id: "listInvitations",
    method: "GET",
    path: `${ORG}/invitations`,
    summary: "List open invitations",
    access: { scope: "organisation", role: "admin", needs: "members" },
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
    summary: "Invite an e-mail address for seven days; the link is returned only in this response",
    access: { scope: "organisation", only: "session", role: "admin", recent: true },
    rate: "management",
    params: OrgParams,
    query: none,
    body: z.strictObject({ email: Email, role: Role }),
    result: Invitation.extend({
      url: z.string().meta({
        description: "The fragment contains the token.",
        example: `https://files.example.com/invitation#${exampleToken("tmkinv_")}`,
      }),
      emailed: z.boolean().meta({
        description:
          "Whether an e-mail with its own link is being sent. If so, only that link can create an account; `url` lets an existing account with this verified address join.",
      }),
    }),
    status: 201,
    errors: ["already_exists", "invitation_limit_reached"],
  }),
  revoke: operation({
    id: "revokeInvitation",
    method: "DELETE",
    path: `${ORG}/invitations/{invitation_id}`,
    summary: "Revoke an invitation",
    access: { scope: "organisation", role: "admin", needs: "members" },
    rate: "management",
    params: OrgParams.extend({ invitation_id: IdParam("inv") }),
    query: none,
    result: noResult,
    status: 204,
    errors: [],
  }),
  read: operation({
    id: "readInvitation",
    method: "POST",
    path: "/api/v1/invitations:read",
    summary: "Read the invitation of a link: who invites which address to what",
    access: { scope: "anyone" },
    rate: "management",
    params: none,
    query: none,
    body: z.strictObject({
      token: z
        .string()
        .max(200)
        .meta({ example: exampleToken("tmkinv_") }),
    }),
    result: z.object({
      organisation: z.string().meta({ example: "Harbour Supply" }),
      invited_by: z
        .string()
        .nullable()
        .meta({ description: "Name of the user who invites.", example: "Ada" }),
      email: Invitation.shape.email,
      role: Role,
      expires_at: Later,
    }),
    status: 200,
    errors: ["not_found"],
  }),
  accept: operation({
    id: "acceptInvitation",
    method: "POST",
    path: "/api/v1/invitations:accept",
    summary: "Accept an invitation sent to your address; existing members keep their role",
    access: { scope: "caller", only: "user", needs: "members" },
    rate: "management",
    params: none,
    query: none,
    body: z.strictObject({ token: z.string().meta({ example: exampleToken("tmkinv_") }) }),
    result: Invitation.extend({
      org_id: Id("org"),
      role: Role.meta({ description: "The caller's role after joining." }),
    }),
    status: 200,
    errors: ["not_found", "email_verification_required"],
  }),
};
