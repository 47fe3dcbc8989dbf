import { z } from "zod";

import { Id, Name, none, noResult, OrgParams, pageOf, Timestamp } from "./common";
import { operation } from "./operation";
import { ORG } from "./organisations";

const Permission = z.enum(["filesystems:create", "grants:write"]);

const ApiKey = z
  .object({
    id: Id("key"),
    name: z.string().meta({ example: "backend" }),
    last4: z.string().meta({ description: "How the key ends.", example: "x7Qa" }),
    permissions: z.array(Permission),
    created_by: z.string().meta({ example: "user:user_01kb3x6v7cf2dsk8xkqz4n5w9a" }),
    created_at: Timestamp,
    expires_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable().meta({ description: "To the minute." }),
  })
  .meta({ id: "ApiKey" });

export const apiKeys = {
  list: operation({
    id: "listApiKeys",
    method: "GET",
    path: `${ORG}/api-keys`,
    summary: "List the API keys that are not revoked",
    access: { scope: "organisation", role: "admin" },
    rate: "management",
    params: OrgParams,
    query: pageOf("key"),
    result: z.array(ApiKey),
    status: 200,
    errors: [],
  }),
  create: operation({
    id: "createApiKey",
    method: "POST",
    path: `${ORG}/api-keys`,
    summary: "Create an API key; the key itself is shown in this answer only",
    access: { scope: "organisation", only: "session", role: "admin" },
    rate: "management",
    params: OrgParams,
    query: none,
    body: z.strictObject({
      name: Name.meta({ example: "backend" }),
      permissions: z
        .array(Permission)
        .max(10)
        .default([])
        .transform((given) => [...new Set(given)]),
      expires_at: z.iso
        .datetime({ offset: true })
        .nullable()
        .default(null)
        .meta({ description: "In the future; without it the key does not expire." }),
    }),
    result: ApiKey.extend({ key: z.string().meta({ description: "`tmk_…`" }) }),
    status: 201,
    errors: ["api_key_limit_reached"],
  }),
  revoke: operation({
    id: "revokeApiKey",
    method: "DELETE",
    path: `${ORG}/api-keys/{key_id}`,
    summary: "Revoke an API key for good; its webhooks and mounts end at once",
    access: { scope: "organisation", role: "admin" },
    rate: "management",
    params: OrgParams.extend({ key_id: z.string() }),
    query: none,
    result: noResult,
    status: 204,
    errors: [],
  }),
};
