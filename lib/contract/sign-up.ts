import { z } from "zod";

import { Id, Name, none } from "./common";
import { Email } from "./invitations";
import { operation } from "./operation";

/** A password somebody chooses; nothing but its length is demanded. Measured in UTF-16 code units. */
export const NewPassword = z
  .string()
  .min(12)
  .max(1024)
  .refine((text) => text.isWellFormed(), {
    message: "must be well-formed text",
    params: { type: "path_encoding" },
  })
  .meta({ format: "password", example: "a sentence that is easy to remember" });

/** The secret of a link; whatever has another form is simply unknown. */
const LinkToken = z.string().max(200).meta({ description: "From the fragment of the link." });

/** Which provider an identity is of. */
export const IdentityProvider = z.object({
  provider: z.string().nullable().meta({
    description: "`github` or `oidc`; null for one that is no longer set up and opens nothing.",
    example: "github",
  }),
  name: z.string().meta({ description: "Of the provider, for people.", example: "GitHub" }),
});

const PUBLIC = {
  method: "POST",
  access: { scope: "anyone" },
  rate: "management",
  params: none,
  query: none,
} as const;

/** How people get in who have no session yet (spec 4.7, 4.8, 4.9). */
export const signUp = {
  setup: operation({
    ...PUBLIC,
    id: "setUp",
    path: "/api/v1/auth/setup",
    summary: "Create the first person and their organisation, by the link printed at the start",
    body: z.strictObject({
      token: LinkToken,
      email: Email,
      name: Name,
      password: NewPassword,
      organisation: Name,
    }),
    result: z.object({ person_id: Id("user"), org_id: Id("org") }),
    status: 201,
    errors: ["not_found"],
  }),
  signUp: operation({
    ...PUBLIC,
    id: "signUp",
    path: "/api/v1/auth/sign-up",
    summary: "Create the account of an invited address, which accepts the invitation",
    body: z.strictObject({ token: LinkToken, name: Name, password: NewPassword }),
    result: z.object({
      person_id: Id("user"),
      email: z.string().meta({ description: "The invited address.", example: "ada@example.com" }),
      org_id: Id("org"),
    }),
    status: 201,
    errors: ["not_found", "email_verification_required", "already_exists"],
  }),
  requestReset: operation({
    ...PUBLIC,
    id: "requestPasswordReset",
    path: "/api/v1/auth/password-reset",
    summary: "Send a link for a new password, if the address has an account and mail is set up",
    body: z.strictObject({ email: Email }),
    result: none,
    status: 202,
    errors: [],
  }),
  confirmReset: operation({
    ...PUBLIC,
    id: "confirmPasswordReset",
    path: "/api/v1/auth/password-reset:confirm",
    summary: "Set a new password by link; ends sessions, logins and mounts, disconnects identities",
    body: z.strictObject({ token: LinkToken, password: NewPassword }),
    result: z.object({
      disconnected_identities: z
        .array(IdentityProvider)
        .meta({ description: "No longer open the account; connect them again if they are yours." }),
    }),
    status: 200,
    errors: ["not_found"],
  }),
};
