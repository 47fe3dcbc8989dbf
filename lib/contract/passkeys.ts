import { z } from "zod";

import { Id, IdParam, Name, none, noResult, pageOf, Timestamp } from "./common";
import { LIMITS } from "./limits";
import { operation } from "./operation";
import { RecoveryCodes } from "./second-factor";

const PASSKEYS = "/api/v1/me/passkeys";
const PasskeyParams = z.object({ passkey_id: IdParam("pk") });

// Bytes as browsers send them, in Base64url; the body as a whole is limited.
const Bytes = z.string().meta({ example: "q83vASNFZ4mrze8BI0VniQ" });
const Kind = z.literal("public-key");
const Descriptor = z.object({
  id: Bytes,
  type: Kind,
  transports: z.array(z.string()).meta({ example: ["internal"] }),
});

/** What an authenticator signed, as `PublicKeyCredential.toJSON()` returns it. */
export const Assertion = z.object({
  id: Bytes,
  rawId: Bytes,
  type: Kind,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Bytes.optional(),
  }),
});
export type Assertion = z.infer<typeof Assertion>;

const Attestation = z.object({
  id: Bytes,
  rawId: Bytes,
  type: Kind,
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.array(z.string().max(LIMITS.transportLength)).max(LIMITS.transports).optional(),
  }),
});
export type Attestation = z.infer<typeof Attestation>;

const RequestOptions = z
  .object({
    challenge: Bytes,
    rpId: z.string().meta({ example: "files.example.com" }),
    timeout: z.int().meta({ description: "Milliseconds.", example: 300_000 }),
    userVerification: z.literal("required"),
    allowCredentials: z.array(Descriptor).meta({ description: "Empty: any of this service." }),
  })
  .meta({
    id: "PasskeyRequestOptions",
    description:
      "For `navigator.credentials.get()`, as `parseRequestOptionsFromJSON()` takes them.",
  });

const CreationOptions = z
  .object({
    challenge: Bytes,
    rp: z.object({
      id: z.string().meta({ example: "files.example.com" }),
      name: z.string().meta({ example: "Tidemark" }),
    }),
    user: z.object({
      id: Bytes,
      name: z.string().meta({ example: "ada@example.com" }),
      displayName: z.string().meta({ example: "Ada" }),
    }),
    pubKeyCredParams: z.array(z.object({ type: Kind, alg: z.int().meta({ example: -7 }) })),
    timeout: z.int().meta({ description: "Milliseconds.", example: 300_000 }),
    excludeCredentials: z.array(Descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification: z.literal("required"),
    }),
    attestation: z.literal("none"),
  })
  .meta({
    id: "PasskeyCreationOptions",
    description:
      "For `navigator.credentials.create()`, as `parseCreationOptionsFromJSON()` takes them.",
  });

const Passkey = z
  .object({
    id: Id("pk"),
    name: Name.meta({ example: "MacBook" }),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable(),
    signs_in: z.boolean().meta({
      description:
        "Whether it is enough to sign in. False after a password reset, until it follows the new password once.",
    }),
  })
  .meta({ id: "Passkey" });

const own = {
  access: { scope: "caller", only: "session" },
  rate: "management",
  params: none,
  query: none,
} as const;
const adding = {
  ...own,
  access: { scope: "caller", only: "session", recent: "or_new" },
} as const;

/** The caller's passkeys, and what browsers need to use one (spec 3.26, 4.49, 4.50, 4.51). */
export const passkeys = {
  list: operation({
    ...own,
    id: "listPasskeys",
    method: "GET",
    path: PASSKEYS,
    summary: "List your passkeys",
    access: { scope: "caller", only: "user", needs: "members" },
    query: pageOf("pk"),
    result: z.array(Passkey),
    status: 200,
    errors: [],
  }),
  start: operation({
    ...adding,
    id: "startPasskey",
    method: "POST",
    path: `${PASSKEYS}:start`,
    summary: "Start adding a passkey; the challenge is valid for 5 minutes, once",
    result: CreationOptions,
    status: 200,
    errors: ["passkey_limit_reached", "passkeys_unavailable"],
  }),
  add: operation({
    ...adding,
    id: "addPasskey",
    method: "POST",
    path: PASSKEYS,
    summary: "Add the passkey that an authenticator created",
    body: z.strictObject({ name: Name.meta({ example: "MacBook" }), credential: Attestation }),
    result: Passkey.extend(RecoveryCodes.shape),
    status: 201,
    errors: ["already_exists", "passkey_invalid", "passkey_limit_reached", "passkeys_unavailable"],
  }),
  rename: operation({
    ...own,
    id: "renamePasskey",
    method: "PATCH",
    path: `${PASSKEYS}/{passkey_id}`,
    summary: "Rename a passkey",
    params: PasskeyParams,
    body: z.strictObject({ name: Name.meta({ example: "MacBook" }) }),
    result: Passkey,
    status: 200,
    errors: ["not_found"],
  }),
  remove: operation({
    ...own,
    id: "removePasskey",
    method: "DELETE",
    path: `${PASSKEYS}/{passkey_id}`,
    summary: "Remove a passkey; it can no longer sign in",
    access: { scope: "caller", only: "session", recent: true },
    params: PasskeyParams,
    result: noResult,
    status: 204,
    errors: ["not_found"],
  }),
  startConfirmation: operation({
    ...own,
    id: "startPasskeyConfirmation",
    method: "POST",
    path: "/api/v1/me/session:start-passkey",
    summary: "Start confirming who you are with a passkey",
    result: RequestOptions,
    status: 200,
    errors: ["not_found", "passkeys_unavailable"],
  }),
  confirm: operation({
    ...own,
    id: "reauthenticateWithPasskey",
    method: "POST",
    path: "/api/v1/me/session:reauthenticate-with-passkey",
    summary: "Confirm who you are with a passkey, as with your password",
    body: z.strictObject({ credential: Assertion }),
    result: noResult,
    status: 204,
    errors: ["passkey_invalid", "passkeys_unavailable"],
  }),
  startSignIn: operation({
    ...own,
    id: "startPasskeySignIn",
    method: "POST",
    path: "/api/v1/auth/passkey:start",
    summary: "Start signing in with a passkey, alone or after the password",
    access: { scope: "anyone" },
    body: z.strictObject({
      step: z.enum(["sign_in", "second_factor"]).meta({
        description: "`second_factor`: after `second_factor_code_required`, in the same browser.",
      }),
    }),
    result: RequestOptions,
    status: 200,
    errors: ["passkeys_unavailable", "unauthenticated"],
  }),
};
