import { z } from "zod";

import {
  CreatorName,
  Id,
  IdParam,
  LAST_TIME,
  Name,
  none,
  noResult,
  OrgParams,
  pageOf,
  QueryInt,
  Timestamp,
  Token,
} from "./common";
import { LIMITS } from "./limits";
import { operation } from "./operation";
import { ORG } from "./organisations";
import { KEY_SCOPES } from "./scopes";

const Permission = z.enum(["filesystems:create", "grants:write"]);
const KeyScope = z.enum(KEY_SCOPES);

const Expiry = z.iso
  .datetime({ offset: true })
  .refine((text) => Date.parse(text) <= LAST_TIME, {
    message: "must be in the year 9999 or earlier, in UTC",
    params: { type: "too_big" },
  })
  .nullable();

const ApiKey = z
  .object({
    id: Id("key"),
    name: z.string().meta({ example: "backend" }),
    last4: z
      .string()
      .meta({ description: "The last four characters of the key.", example: "x7Qa" }),
    permissions: z.array(Permission),
    scopes: z.array(KeyScope).meta({ description: "What its requests are limited to." }),
    created_by: z.string().meta({ example: "user:user_01kb3x6v7cf2dsk8xkqz4n5w9a" }),
    created_at: Timestamp,
    expires_at: Timestamp.nullable().meta({ example: null }),
    previous_key_expires_at: Timestamp.nullable().meta({
      description:
        "Until when the key's secret before its rotation works too; null if it does not.",
      example: null,
    }),
    last_used_at: Timestamp.nullable().meta({ description: "Precise to the minute." }),
  })
  .meta({ id: "ApiKey" });

const ListedApiKey = ApiKey.extend({
  created_by_name: CreatorName.meta({ example: "Ada" }),
  grant_count: z.int().meta({ description: "How many filesystems it has access to." }),
  filesystems: z
    .array(
      z.object({
        id: Id("fs"),
        name: z.string().meta({ example: "tickets" }),
        mode: z.enum(["ro", "rw"]),
      }),
    )
    .meta({ description: "The 3 oldest of them." }),
}).meta({ id: "ListedApiKey" });

const KeyUse = z.object({
  filesystem_id: Id("fs"),
  filesystem_name: z.string().meta({ example: "tickets" }),
});

const ApiKeyWithSecret = ApiKey.extend({
  key: Token("tmk_").meta({ description: "`tmk_…`, returned only in this response." }),
});

export const apiKeys = {
  list: operation({
    id: "listApiKeys",
    method: "GET",
    path: `${ORG}/api-keys`,
    summary: "List active API keys",
    access: { scope: "organisation", role: "admin", needs: "keys" },
    rate: "management",
    params: OrgParams,
    query: pageOf("key"),
    result: z.array(ListedApiKey),
    status: 200,
    errors: [],
  }),
  create: operation({
    id: "createApiKey",
    method: "POST",
    path: `${ORG}/api-keys`,
    summary: "Create an API key; the key itself is returned only in this response",
    access: { scope: "organisation", only: "session", role: "admin", recent: true },
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
      scopes: z
        .array(KeyScope)
        .min(1)
        .max(10)
        .default([...KEY_SCOPES])
        .transform((given) => KEY_SCOPES.filter((scope) => given.includes(scope)))
        .meta({ description: "What the key's requests are limited to. Default: all of them." }),
      expires_at: Expiry.default(null).meta({
        description: "When the key expires; must be in the future. Null: never.",
      }),
    }),
    result: ApiKeyWithSecret,
    status: 201,
    errors: ["api_key_limit_reached"],
  }),
  uses: operation({
    id: "getApiKeyUses",
    method: "GET",
    path: `${ORG}/api-keys/{key_id}/uses`,
    summary: "What an API key created that ends with it: webhooks and mounts",
    access: { scope: "organisation", role: "admin", needs: "keys" },
    rate: "management",
    params: OrgParams.extend({ key_id: IdParam("key") }),
    query: none,
    result: z
      .object({
        webhooks: z
          .array(
            KeyUse.extend({
              id: Id("wh"),
              host: z.string().meta({ example: "hooks.example.com" }),
            }),
          )
          .meta({
            description: "The 100 oldest that would be disabled.",
          }),
        webhook_count: z.int(),
        mounts: z
          .array(
            KeyUse.extend({
              id: Id("ms"),
              mode: z.enum(["ro", "rw"]),
              machine: z.string().nullable().meta({ example: "build-7" }),
            }),
          )
          .meta({ description: "The 100 oldest sessions that would end." }),
        mount_count: z.int(),
      })
      .meta({ id: "ApiKeyUses" }),
    status: 200,
    errors: [],
  }),
  requests: operation({
    id: "listApiKeyRequests",
    method: "GET",
    path: `${ORG}/api-keys/{key_id}/requests`,
    summary: "List the requests made with an API key per UTC day, oldest first",
    access: { scope: "organisation", role: "admin", needs: "keys" },
    rate: "management",
    params: OrgParams.extend({ key_id: IdParam("key") }),
    query: z.strictObject({ days: QueryInt(1, 365, 30) }),
    result: z.array(
      z.object({
        date: z.iso.date(),
        requests: z.int().min(0).meta({ description: "About a second behind.", example: 1204 }),
        failed: z.int().min(0).meta({
          description: "How many of them had a response with a status of 400 or above.",
          example: 3,
        }),
      }),
    ),
    status: 200,
    errors: [],
  }),
  grants: operation({
    id: "listApiKeyGrants",
    method: "GET",
    path: `${ORG}/api-keys/{key_id}/grants`,
    summary: "List the filesystems that an API key has access to, oldest filesystem first",
    access: { scope: "organisation", role: "admin", needs: "keys" },
    rate: "management",
    params: OrgParams.extend({ key_id: IdParam("key") }),
    query: pageOf("fs"),
    result: z.array(
      z
        .object({
          filesystem_id: Id("fs"),
          filesystem_name: z.string().meta({ example: "tickets" }),
          mode: z.enum(["ro", "rw"]),
          created_at: Timestamp,
        })
        .meta({ id: "ApiKeyGrant" }),
    ),
    status: 200,
    errors: [],
  }),
  update: operation({
    id: "updateApiKey",
    method: "PATCH",
    path: `${ORG}/api-keys/{key_id}`,
    summary: "Rename an API key or change when it expires",
    access: { scope: "organisation", only: "session", role: "admin", recent: true },
    rate: "management",
    params: OrgParams.extend({ key_id: IdParam("key") }),
    query: none,
    body: z.strictObject({
      name: Name.meta({ example: "backend" }).optional(),
      expires_at: Expiry.optional().meta({
        description: "When the key expires from now on; must be in the future. Null: never.",
      }),
    }),
    result: ApiKey,
    status: 200,
    errors: [],
  }),
  rotate: operation({
    id: "rotateApiKey",
    method: "POST",
    path: `${ORG}/api-keys/{key_id}:rotate`,
    summary:
      "Give an API key a new secret, returned only in this response; the old one works for a while",
    example: { result: { previous_key_expires_at: "2026-11-22T10:00:00.000Z" } },
    access: { scope: "organisation", only: "session", role: "admin", recent: true },
    rate: "management",
    params: OrgParams.extend({ key_id: IdParam("key") }),
    query: none,
    body: z.strictObject({
      overlap_hours: z
        .int()
        .min(0)
        .max(LIMITS.rotationOverlapHours)
        .default(24)
        .meta({ description: "How long the old secret works too. 0: it ends now." }),
      expires_at: Expiry.optional().meta({
        description: "When the key expires from now on; must be in the future. Null: never.",
      }),
    }),
    result: ApiKeyWithSecret,
    status: 200,
    errors: [],
  }),
  revoke: operation({
    id: "revokeApiKey",
    method: "DELETE",
    path: `${ORG}/api-keys/{key_id}`,
    summary: "Revoke an API key permanently; its webhooks and mounts end immediately",
    access: { scope: "organisation", role: "admin", needs: "keys", recent: true },
    rate: "management",
    params: OrgParams.extend({ key_id: IdParam("key") }),
    query: none,
    result: noResult,
    status: 204,
    errors: [],
  }),
};
