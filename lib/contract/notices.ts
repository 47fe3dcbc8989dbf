import { z } from "zod";

import { Id, none, noResult, OrgParams, pageOf, Timestamp } from "./common";
import { operation } from "./operation";
import { ORG } from "./organisations";

/** What notices are about (spec 7.38). */
export const Topic = z.enum(["api_keys", "usage", "webhooks"]);
export type Topic = z.infer<typeof Topic>;

const shared = {
  id: Id("notice"),
  created_at: Timestamp,
  unread: z.boolean(),
  webhook_id: Id("wh").nullable().meta({ description: "Null once it is deleted." }),
  filesystem_id: Id("fs").nullable().meta({ description: "Null once it is deleted." }),
  api_key_id: Id("key").nullable().meta({ example: null }),
};

const WebhookNotice = z.object({
  ...shared,
  topic: z.literal("webhooks"),
  news: z.enum(["failing", "ending", "disabled", "recovered"]).meta({
    description: "`failing`: for an hour. `ending`: it is disabled within an hour.",
  }),
  detail: z.object({
    host: z.string().meta({ example: "hooks.example.com" }),
    filesystem_name: z.string().meta({ example: "tickets" }),
    last_failure: z.string().nullable().meta({ example: "http_500" }),
    disabled_reason: z.string().nullable().meta({ example: null }),
  }),
});

const KeyNotice = z.object({
  ...shared,
  topic: z.literal("api_keys"),
  news: z.literal("expires_soon"),
  detail: z.object({
    name: z.string(),
    last4: z.string(),
    days: z.int().meta({ description: "14, 3 or 1." }),
    expires_at: Timestamp,
  }),
});

const UsageNotice = z.object({
  ...shared,
  topic: z.literal("usage"),
  news: z.literal("usage"),
  detail: z.object({
    kind: z.enum(["bytes", "entries", "filesystems", "api_keys"]),
    percent: z.int().min(0).meta({ description: "Of the limit, rounded down." }),
    filesystem_name: z
      .string()
      .nullable()
      .meta({ description: "Null: a limit of the organisation." }),
  }),
});

const Notice = z
  .discriminatedUnion("topic", [WebhookNotice, KeyNotice, UsageNotice])
  .meta({ id: "Notice" });
export type Notice = z.infer<typeof Notice>;

const access = { scope: "organisation", only: "user", needs: "members" } as const;

export const notices = {
  list: operation({
    id: "listNotices",
    method: "GET",
    path: `${ORG}/notices`,
    summary:
      "List the notices of an organisation, newest first; `after` continues with older notices",
    access,
    rate: "management",
    params: OrgParams,
    query: pageOf("notice"),
    result: z.array(Notice),
    status: 200,
    errors: [],
  }),
  read: operation({
    id: "markNoticesRead",
    method: "POST",
    path: `${ORG}/notices:read`,
    summary: "Mark a notice and all older ones as read, for yourself",
    access,
    rate: "management",
    params: OrgParams,
    query: none,
    body: z.strictObject({ up_to: Id("notice") }),
    result: noResult,
    status: 204,
    errors: [],
  }),
};
