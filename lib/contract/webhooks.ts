import { z } from "zod";

import {
  CreatorName,
  Cursor,
  FilesystemParams,
  Id,
  IdParam,
  none,
  noResult,
  pageOf,
  Timestamp,
} from "./common";
import { formatLimit, LIMITS } from "./limits";
import { Description } from "./name";
import { operation } from "./operation";
import { Path } from "./path";
import { TEST_INBOX_URL } from "./test-inbox-url";

export const Webhook = z
  .object({
    id: Id("wh"),
    filesystem_id: Id("fs"),
    url: z.string().meta({
      description: `\`${TEST_INBOX_URL}\` is that of a test inbox, one below \`listener.tidemark.invalid\` that of a listener.`,
      example: "https://hooks.example.com/files",
    }),
    path_prefix: z.string().meta({ example: "/tickets" }),
    description: z.string().meta({ example: "Search index of the support team" }),
    state: z.enum(["active", "paused", "disabled"]),
    disabled_reason: z.enum(["failing", "access_revoked"]).nullable().meta({ example: null }),
    created_by: z.string().meta({
      description: "`key:` or `user:` followed by an ID.",
      example: "key:key_01kb3x6v7cf2dsk8xkqz4n5w9a",
    }),
    created_by_name: CreatorName,
    created_at: Timestamp,
    last_success_at: Timestamp.nullable().meta({ example: "2026-11-21T10:05:00.000Z" }),
    last_failure_at: Timestamp.nullable().meta({ example: null }),
    last_failure: z.string().nullable().meta({
      description: "The code of the last failed attempt, as in `http_500`.",
      example: null,
    }),
    last_failure_detail: z.string().nullable().meta({
      description: "More specific cause, while the message that failed waits or is in flight.",
      example: null,
    }),
    previous_secret_expires_at: Timestamp.nullable().meta({
      description: "Until when a replaced secret also signs; null if none does.",
      example: null,
    }),
    failing_since: Timestamp.nullable().meta({ example: null }),
    disables_at: Timestamp.nullable().meta({
      description:
        "When it is disabled unless a delivery succeeds; null unless active and failing.",
      example: null,
    }),
    next_attempt_at: Timestamp.nullable().meta({ example: null }),
    cursor: Cursor.meta({ description: "The last acknowledged cursor." }),
    pending_changes: z.int().meta({ description: "Counts up to 1,000.", example: 0 }),
    pending_since: Timestamp.nullable().meta({ example: null }),
    pending_message: z.boolean().meta({
      description:
        "Whether a message waits or is in flight, or a resync is due; also while paused.",
      example: false,
    }),
  })
  .meta({ id: "Webhook" });

export const WEBHOOKS = "/api/v1/orgs/{org_id}/filesystems/{fs_id}/webhooks";
export const WebhookParams = FilesystemParams.extend({ webhook_id: IdParam("wh") });
export const rw = { scope: "filesystem", mode: "rw", needs: "webhooks" } as const;
/** For reading them, which viewers may too. */
export const readable = { ...rw, viewers: true } as const;

const Secret = z.string().meta({
  description: "`whsec_` and base64; returned only in this response.",
  pattern: "^whsec_[0-9A-Za-z+/]{32}$",
  example: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
});

/** A new webhook with its secret. */
export const NewWebhook = Webhook.extend({
  secret: Secret,
});

/** The examples of one that was just made. */
export const newWebhook = { result: { last_success_at: null } } as const;

const Url = z.string().meta({
  description: `An https URL on port 443 with a public address, at most ${formatLimit(LIMITS.webhookUrlBytes)} bytes.`,
  format: "uri",
  pattern: "^https://",
  maxLength: LIMITS.webhookUrlBytes,
  example: "https://hooks.example.com/files",
});

/** Shared description of the streams of server-sent events. */
export const STREAM = `\`event: heartbeat\` is sent after 15 s without events. The stream closes after \`event: end\`, \
which carries the error detail a new request would get; reconnecting starts with a new snapshot.`;

export const webhooks = {
  create: operation({
    id: "createWebhook",
    method: "POST",
    path: WEBHOOKS,
    summary: "Create a webhook; its signing secret is returned only in this response",
    access: rw,
    rate: "management",
    params: FilesystemParams,
    query: none,
    body: z.strictObject({
      url: Url,
      path_prefix: Path.default("/").meta({ example: "/tickets" }),
      description: Description.default("").meta({ example: "Search index of the support team" }),
    }),
    result: NewWebhook,
    example: newWebhook,
    status: 201,
    errors: ["webhook_limit_reached", "unavailable"],
  }),
  list: operation({
    id: "listWebhooks",
    method: "GET",
    path: WEBHOOKS,
    summary: "List the webhooks of a filesystem",
    access: readable,
    rate: "management",
    params: FilesystemParams,
    query: pageOf("wh"),
    result: z.array(Webhook),
    status: 200,
    errors: [],
  }),
  stream: operation({
    id: "streamWebhooks",
    method: "GET",
    path: `${WEBHOOKS}/stream`,
    summary: "Stream the webhooks of a filesystem as they change",
    access: readable,
    rate: "management",
    params: FilesystemParams,
    query: none,
    result: z.string().meta({
      description: `\`event: snapshot\` carries \`{"webhooks"}\`, then \`event: webhook\` carries one that is new or has changed, \
and \`event: removed\` the \`{"id"}\` of one that was deleted. ${STREAM}`,
    }),
    events: "only",
    holds: "stream",
    status: 200,
    errors: [],
  }),
  get: operation({
    id: "getWebhook",
    method: "GET",
    path: `${WEBHOOKS}/{webhook_id}`,
    summary: "Get a webhook",
    access: readable,
    rate: "management",
    params: WebhookParams,
    query: none,
    result: Webhook,
    status: 200,
    errors: [],
  }),
  update: operation({
    id: "updateWebhook",
    method: "PATCH",
    path: `${WEBHOOKS}/{webhook_id}`,
    summary:
      "Change a webhook; with another URL or path prefix, the waiting message is dropped and the next one is a resync",
    access: rw,
    rate: "management",
    params: WebhookParams,
    query: none,
    body: z.strictObject({
      url: Url.optional(),
      path_prefix: Path.meta({ example: "/tickets" }).optional(),
      description: Description.optional(),
    }),
    result: Webhook,
    status: 200,
    errors: ["webhook_access_revoked", "unavailable"],
  }),
  remove: operation({
    id: "deleteWebhook",
    method: "DELETE",
    path: `${WEBHOOKS}/{webhook_id}`,
    summary: "Delete a webhook; no further attempts start",
    access: { ...rw, recent: true },
    rate: "management",
    params: WebhookParams,
    query: none,
    result: noResult,
    status: 204,
    errors: [],
  }),
  rotateSecret: operation({
    id: "rotateWebhookSecret",
    method: "POST",
    path: `${WEBHOOKS}/{webhook_id}:rotate-secret`,
    summary: "Rotate the signing secret; the previous one also signs for 24 hours",
    access: rw,
    rate: "management",
    params: WebhookParams,
    query: none,
    result: z.object({
      secret: Secret,
      previous_secrets: z
        .array(z.object({ expires_at: Timestamp.meta({ example: "2026-11-22T10:00:00.000Z" }) }))
        .meta({ description: "Previous secrets that still sign as well, newest first." }),
    }),
    status: 200,
    errors: [],
  }),
  enable: operation({
    id: "enableWebhook",
    method: "POST",
    path: `${WEBHOOKS}/{webhook_id}:enable`,
    summary: "Enable a webhook that was disabled after failures; its next message is a resync",
    access: rw,
    rate: "management",
    params: WebhookParams,
    query: none,
    result: Webhook,
    status: 200,
    errors: ["webhook_not_disabled", "webhook_access_revoked"],
  }),
  retryNow: operation({
    id: "retryWebhookNow",
    method: "POST",
    path: `${WEBHOOKS}/{webhook_id}:retry-now`,
    summary: "Start the pending retry now; no effect while an attempt is in flight",
    example: { result: { pending_message: true, pending_changes: 3 } },
    access: rw,
    rate: "management",
    params: WebhookParams,
    query: none,
    result: Webhook,
    status: 202,
    errors: ["webhook_not_retrying"],
  }),
  pause: operation({
    id: "pauseWebhook",
    method: "POST",
    path: `${WEBHOOKS}/{webhook_id}:pause`,
    summary: "Pause a webhook; no further attempts start until it is resumed",
    example: { result: { state: "paused" } },
    access: rw,
    rate: "management",
    params: WebhookParams,
    query: none,
    result: Webhook,
    status: 200,
    errors: ["webhook_not_active"],
  }),
  resume: operation({
    id: "resumeWebhook",
    method: "POST",
    path: `${WEBHOOKS}/{webhook_id}:resume`,
    summary: "Resume a paused webhook where it stopped",
    access: rw,
    rate: "management",
    params: WebhookParams,
    query: none,
    result: Webhook,
    status: 200,
    errors: ["webhook_not_paused"],
  }),
  resync: operation({
    id: "resyncWebhook",
    method: "POST",
    path: `${WEBHOOKS}/{webhook_id}:resync`,
    summary: "Send a resync as the next message, for example as a test",
    example: { result: { pending_message: true } },
    access: rw,
    rate: "management",
    params: WebhookParams,
    query: none,
    result: Webhook,
    status: 202,
    errors: ["webhook_not_active"],
  }),
};
