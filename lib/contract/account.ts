import { z } from "zod";

import { Id, IdParam, Later, Name, none, noResult, pageOf, Timestamp } from "./common";
import { Email } from "./invitations";
import { Client } from "./oauth";
import { operation } from "./operation";
import { SCOPES } from "./scopes";
import { IdentityProvider, LinkToken, NewPassword } from "./sign-up";

const Address = z
  .string()
  .meta({ description: "IP address it was created from.", example: "203.0.113.7" });

const CurrentPassword = z.string().max(1024).meta({ example: "the sentence from before" });

const TIMES = {
  created_at: Timestamp,
  last_used_at: Timestamp.meta({ description: "Precise to the minute." }),
  expires_at: Later,
  current: z.boolean().meta({ description: "Whether it authenticated this request." }),
};

const Session = z
  .object({
    id: Id("sess"),
    address: Address,
    user_agent: z
      .string()
      .meta({ example: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" }),
    ...TIMES,
  })
  .meta({ id: "Session" });
const Login = z
  .object({
    id: Id("login"),
    address: Address,
    client: Client,
    scopes: z.array(z.enum(SCOPES)).meta({ description: "What it is limited to." }),
    ...TIMES,
  })
  .meta({ id: "Login" });

const User = z
  .object({
    id: Id("user"),
    email: z.string().meta({ example: "ada@example.com" }),
    name: z.string().meta({ example: "Ada" }),
  })
  .meta({ id: "User" });

const Identity = IdentityProvider.extend({ id: Id("ident"), created_at: Timestamp }).meta({
  id: "Identity",
});

const Security = z
  .object({
    has_password: z.boolean(),
    providers: z
      .array(
        z.object({
          id: z.string().meta({ example: "oidc" }),
          name: z.string().meta({ example: "Harbour SSO" }),
        }),
      )
      .meta({ description: "Connected providers at which you can sign in again." }),
    second_factor: z
      .object({ enabled_at: Timestamp, recovery_codes_left: z.int().meta({ example: 10 }) })
      .nullable()
      .meta({ description: "An authenticator app; null: none." }),
    passkeys: z
      .int()
      .meta({ description: "How many can confirm who you are; 0 where they are off.", example: 2 }),
    recovery_codes_left: z
      .int()
      .meta({ description: "Of an authenticator app and passkeys together.", example: 10 }),
  })
  .meta({ id: "Security" });

const own = { scope: "caller", only: "user", needs: "members" } as const;
const cookie = { scope: "caller", only: "session" } as const;

/** Users list and revoke their own sessions, logins and identities (spec 4.4, 4.5, 4.6). */
export const account = {
  listSessions: operation({
    id: "listSessions",
    method: "GET",
    path: "/api/v1/me/sessions",
    summary: "List active console sessions",
    access: own,
    rate: "management",
    params: none,
    query: pageOf("sess"),
    result: z.array(Session),
    status: 200,
    errors: [],
  }),
  endSession: operation({
    id: "endSession",
    method: "DELETE",
    path: "/api/v1/me/sessions/{session_id}",
    summary: "Revoke a console session",
    access: cookie,
    rate: "management",
    params: z.object({ session_id: IdParam("sess") }),
    query: none,
    result: noResult,
    status: 204,
    errors: ["not_found"],
  }),
  listLogins: operation({
    id: "listLogins",
    method: "GET",
    path: "/api/v1/me/logins",
    summary: "List active command-line logins",
    access: own,
    rate: "management",
    params: none,
    query: pageOf("login"),
    result: z.array(Login),
    status: 200,
    errors: [],
  }),
  endLogin: operation({
    id: "endLogin",
    method: "DELETE",
    path: "/api/v1/me/logins/{login_id}",
    summary: "Revoke a command-line login and its tokens",
    access: cookie,
    rate: "management",
    params: z.object({ login_id: IdParam("login") }),
    query: none,
    result: noResult,
    status: 204,
    errors: ["not_found"],
  }),
  listIdentities: operation({
    id: "listIdentities",
    method: "GET",
    path: "/api/v1/me/identities",
    summary: "List connected sign-in identities",
    access: own,
    rate: "management",
    params: none,
    query: pageOf("ident"),
    result: z.array(Identity),
    status: 200,
    errors: [],
  }),
  removeIdentity: operation({
    id: "removeIdentity",
    method: "DELETE",
    path: "/api/v1/me/identities/{identity_id}",
    summary: "Disconnect an identity; it can no longer sign in",
    access: { ...cookie, recent: true },
    rate: "management",
    params: z.object({ identity_id: IdParam("ident") }),
    query: none,
    result: noResult,
    status: 204,
    errors: ["not_found"],
  }),
  reauthenticate: operation({
    id: "reauthenticate",
    method: "POST",
    path: "/api/v1/me/session:reauthenticate",
    summary: "Confirm your password; sensitive actions require this within the last 10 minutes",
    access: cookie,
    rate: "management",
    params: none,
    query: none,
    body: z.strictObject({ current_password: CurrentPassword }),
    result: noResult,
    status: 204,
    errors: ["forbidden"],
  }),
  getSecurity: operation({
    id: "getSecurity",
    method: "GET",
    path: "/api/v1/me/security",
    summary: "Get your second factor, and how you can confirm your identity",
    access: own,
    rate: "management",
    params: none,
    query: none,
    result: Security,
    status: 200,
    errors: [],
  }),
  endOtherAccess: operation({
    id: "endOtherAccess",
    method: "POST",
    path: "/api/v1/me/sessions:end-others",
    summary: "End your other console sessions, command-line logins and mounts",
    access: cookie,
    rate: "management",
    params: none,
    query: none,
    result: noResult,
    status: 204,
    errors: [],
  }),
  update: operation({
    id: "updateMe",
    method: "PATCH",
    path: "/api/v1/me",
    summary: "Change your name",
    access: cookie,
    rate: "management",
    params: none,
    query: none,
    body: z.strictObject({ name: Name.meta({ example: "Ada" }) }),
    result: User,
    status: 200,
    errors: [],
  }),
  requestEmailChange: operation({
    id: "requestEmailChange",
    method: "POST",
    path: "/api/v1/me/email",
    summary: "Request a change of your e-mail address; a link is sent to the new one",
    access: { ...cookie, recent: true },
    rate: "management",
    params: none,
    query: none,
    body: z.strictObject({ email: Email }),
    result: none,
    status: 202,
    errors: ["email_not_configured"],
  }),
  confirmEmailChange: operation({
    id: "confirmEmailChange",
    method: "POST",
    path: "/api/v1/me/email:confirm",
    summary: "Confirm the new e-mail address with the link that was sent to it",
    access: cookie,
    rate: "management",
    params: none,
    query: none,
    body: z.strictObject({ token: LinkToken }),
    result: User,
    status: 200,
    errors: ["not_found", "already_exists"],
  }),
  delete: operation({
    id: "deleteAccount",
    method: "DELETE",
    path: "/api/v1/me",
    summary: "Delete your account; your webhooks are disabled, API keys you created stay",
    access: { ...cookie, recent: true },
    rate: "management",
    params: none,
    query: none,
    result: noResult,
    status: 204,
    errors: ["last_owner"],
  }),
  changePassword: operation({
    id: "changePassword",
    method: "POST",
    path: "/api/v1/me/password",
    summary: "Change the password; ends your other sessions, command-line logins and mounts",
    access: cookie,
    rate: "management",
    params: none,
    query: none,
    body: z.strictObject({ current_password: CurrentPassword, new_password: NewPassword }),
    result: noResult,
    status: 204,
    errors: ["forbidden"],
  }),
};
