import { z } from "zod";

import { exampleToken, Id, Name, none, noResult } from "./common";
import { fieldMessages } from "./field-messages";
import { Email } from "./invitations";
import { operation } from "./operation";

/** A new password; only its length is checked, in UTF-16 code units. */
export const NewPassword = z
  .string()
  .min(12, { message: fieldMessages.tooShort(12) })
  .max(1024)
  .refine((text) => text.isWellFormed(), {
    message: "must be valid Unicode",
    params: { type: "path_encoding" },
  })
  .meta({ format: "password", example: "a sentence that is easy to remember" });

/** The secret of a link; anything malformed is treated as unknown. */
export const LinkToken = z
  .string()
  .max(200)
  .meta({ description: "The token in the link's fragment.", example: exampleToken("tmkinv_") });

/** The provider of an identity. */
export const IdentityProvider = z.object({
  provider: z.string().nullable().meta({
    description:
      "`github` or `oidc`; null if the provider is no longer configured, so it cannot sign in.",
    example: "github",
  }),
  name: z.string().meta({ description: "Display name of the provider.", example: "GitHub" }),
});

const PUBLIC = {
  method: "POST",
  access: { scope: "anyone" },
  rate: "management",
  params: none,
  query: none,
} as const;

/** Operations for users without a session (spec 4.7, 4.8, 4.9). */
export const signUp = {
  setup: operation({
    ...PUBLIC,
    id: "setUp",
    path: "/api/v1/auth/setup",
    summary: "Create the first user and their organisation, with the link printed at startup",
    body: z.strictObject({
      token: LinkToken,
      email: Email,
      name: Name.meta({ example: "Ada" }),
      password: NewPassword,
      organisation: Name.meta({ example: "Harbour Supply" }),
    }),
    result: z.object({ user_id: Id("user"), org_id: Id("org") }),
    status: 201,
    errors: ["not_found"],
  }),
  signUp: operation({
    ...PUBLIC,
    id: "signUp",
    path: "/api/v1/auth/sign-up",
    summary: "Create an account for an invited address and accept the invitation",
    body: z.strictObject({
      token: LinkToken,
      name: Name.meta({ example: "Ada" }),
      password: NewPassword,
    }),
    result: z.object({
      user_id: Id("user"),
      email: z
        .string()
        .meta({ description: "The invited e-mail address.", example: "ada@example.com" }),
      org_id: Id("org"),
    }),
    status: 201,
    errors: ["not_found", "email_verification_required", "already_exists"],
  }),
  requestReset: operation({
    ...PUBLIC,
    id: "requestPasswordReset",
    path: "/api/v1/auth/password-reset",
    summary: "Send a password reset link, if the address has an account and e-mail is configured",
    body: z.strictObject({ email: Email }),
    result: none,
    status: 202,
    errors: [],
  }),
  checkReset: operation({
    ...PUBLIC,
    id: "checkPasswordReset",
    path: "/api/v1/auth/password-reset:check",
    summary: "Check that a reset link can still set a password, without using it up",
    body: z.strictObject({ token: LinkToken }),
    result: noResult,
    status: 204,
    errors: ["not_found"],
  }),
  confirmReset: operation({
    ...PUBLIC,
    id: "confirmPasswordReset",
    path: "/api/v1/auth/password-reset:confirm",
    summary:
      "Set a new password with a reset link; ends sessions, logins and mounts, disconnects identities",
    body: z.strictObject({ token: LinkToken, password: NewPassword }),
    result: z.object({
      disconnected_identities: z.array(IdentityProvider).meta({
        description: "Identities that can no longer sign in; connect them again if they are yours.",
      }),
    }),
    status: 200,
    errors: ["not_found"],
  }),
};
