import { z } from "zod";

import { none, exampleToken, Token } from "./common";
import { operation } from "./operation";
import { LOGIN_SCOPES, SCOPES } from "./scopes";

// That of the service in examples.
const ISSUER = "https://files.example.com";

/** The only OAuth client: public, without a secret (spec 4.36). */
export const CLIENT_ID = "tidemark-cli";

/** The program of a login. */
export const Client = z.object({
  id: z.string().meta({ example: CLIENT_ID }),
  name: z.string().meta({ example: "Tidemark CLI" }),
});

/** The device grant type of RFC 8628. */
export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

// Unknown parameters are ignored (RFC 6749, section 3.2), so these bodies are not strict.
const ClientId = z
  .string()
  .meta({ description: `\`${CLIENT_ID}\`, the only client.`, example: CLIENT_ID });

const form = {
  method: "POST",
  access: { scope: "anyone" },
  rate: "management",
  params: none,
  query: none,
  oauth: true,
  status: 200,
} as const;

export const oauth = {
  authorizeDevice: operation({
    ...form,
    id: "authorizeDevice",
    path: "/oauth/device_authorization",
    summary: "Start a command-line login (RFC 8628)",
    body: z.object({
      client_id: ClientId,
      scope: z
        .string()
        .optional()
        .meta({
          description: `What the login may do, separated by spaces: ${SCOPES.join(", ")}. Default: \`${LOGIN_SCOPES.join(" ")}\`.`,
          example: "files:read webhooks",
        }),
    }),
    result: z.object({
      device_code: Token("tmkdc_"),
      user_code: z.string().meta({ example: "BCDF-GHJK" }),
      verification_uri: z.url().meta({ example: `${ISSUER}/device` }),
      verification_uri_complete: z.url().meta({
        example: `${ISSUER}/device?user_code=BCDF-GHJK`,
        description: "The same page with the code filled in; the user still has to confirm it.",
      }),
      expires_in: z.int().meta({ description: "Seconds.", example: 600 }),
      interval: z.int().meta({ description: "Minimum seconds between polls.", example: 5 }),
    }),
    errors: ["invalid_request", "invalid_client", "invalid_scope"],
  }),
  token: operation({
    ...form,
    id: "getToken",
    path: "/oauth/token",
    summary: "Get the tokens of a login, or refresh them; a refresh token works once",
    body: z.object({
      grant_type: z.string().meta({ example: DEVICE_GRANT }),
      client_id: ClientId,
      device_code: z
        .string()
        .optional()
        .meta({
          description: `With \`${DEVICE_GRANT}\`.`,
          example: exampleToken("tmkdc_"),
        }),
      refresh_token: z
        .string()
        .optional()
        .meta({ description: "With `refresh_token`. Reusing one revokes the login." }),
      scope: z.string().optional().meta({
        description:
          "With `refresh_token`: only scopes of the login, all of which the new tokens have.",
      }),
    }),
    result: z.object({
      access_token: Token("tmkat_"),
      token_type: z.literal("Bearer"),
      expires_in: z.int().meta({ description: "Seconds.", example: 3600 }),
      refresh_token: Token("tmkrt_"),
      scope: z.string().meta({
        description: "The scopes of the login, separated by spaces.",
        example: LOGIN_SCOPES.join(" "),
      }),
    }),
    errors: [
      "invalid_request",
      "invalid_grant",
      "invalid_client",
      "invalid_scope",
      "unsupported_grant_type",
      "authorization_pending",
      "slow_down",
      "access_denied",
      "expired_token",
    ],
  }),
  revoke: operation({
    ...form,
    id: "revokeToken",
    path: "/oauth/revoke",
    summary:
      "Revoke the login of an access or refresh token (RFC 7009); unknown tokens are ignored",
    body: z.object({
      client_id: ClientId,
      token: z.string().meta({ example: exampleToken("tmkrt_") }),
      token_type_hint: z.string().optional(),
    }),
    result: none,
    errors: ["invalid_request", "invalid_client"],
  }),
  metadata: operation({
    id: "getOauthMetadata",
    method: "GET",
    path: "/.well-known/oauth-authorization-server",
    summary: "Get the OAuth server metadata (RFC 8414)",
    access: { scope: "anyone" },
    rate: "management",
    params: none,
    query: none,
    result: z.object({
      issuer: z.url().meta({ example: ISSUER }),
      device_authorization_endpoint: z
        .url()
        .meta({ example: `${ISSUER}/oauth/device_authorization` }),
      token_endpoint: z.url().meta({ example: `${ISSUER}/oauth/token` }),
      revocation_endpoint: z.url().meta({ example: `${ISSUER}/oauth/revoke` }),
      grant_types_supported: z.array(z.string()).meta({ example: [DEVICE_GRANT, "refresh_token"] }),
      scopes_supported: z.array(z.string()).meta({ example: [...SCOPES] }),
      response_types_supported: z.array(z.string()).meta({ example: [] }),
      token_endpoint_auth_methods_supported: z.array(z.string()).meta({ example: ["none"] }),
      revocation_endpoint_auth_methods_supported: z.array(z.string()).meta({ example: ["none"] }),
    }),
    status: 200,
    errors: [],
  }),
};
