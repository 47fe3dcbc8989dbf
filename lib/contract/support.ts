import { z } from "zod";

import { Id, none, pageOf, Timestamp } from "./common";
import { Delivery, Outcome, QueryTime } from "./deliveries";
import { operation } from "./operation";
import { STREAM, Webhook } from "./webhooks";

const SUPPORT = "/api/v1/support";
const access = { scope: "support" } as const;
const WebhookParams = z.object({ webhook_id: z.string() });

/** What support staff sees of a webhook: nothing of its customer's paths, and of its URL the host only. */
const SupportWebhook = z
  .object({
    webhook_id: Id("wh"),
    org_id: Id("org"),
    org_name: z.string().meta({ example: "Example Ltd" }),
    host: z.string().meta({ example: "hooks.example.com" }),
    state: Webhook.shape.state,
    disabled_reason: Webhook.shape.disabled_reason,
    last_failure: Webhook.shape.last_failure,
    failing_since: Timestamp.nullable(),
    next_attempt_at: Timestamp.nullable(),
  })
  .meta({ id: "SupportWebhook" });
export type SupportWebhook = z.infer<typeof SupportWebhook>;

const Cluster = z
  .object({
    host: z
      .string()
      .meta({ description: "By code: the most frequent one.", example: "hooks.example.com" }),
    code: z.string().meta({ description: "By host: the most frequent one.", example: "timeout" }),
    webhooks: z.int(),
    organisations: z.int(),
    disabled: z.int(),
    failing_since: Timestamp.meta({ description: "The first failure among them." }),
  })
  .meta({ id: "SupportCluster" });

const Engine = z
  .object({
    webhooks_due: z.int().meta({ description: "Waiting to be looked at; counts up to 10,000." }),
    oldest_due_at: Timestamp.nullable(),
    filesystems_dirty: z.int().meta({ description: "With changes no webhook was told of yet." }),
    attempts_in_flight: z.int(),
    guard_last_tick_at: Timestamp.nullable(),
    queue: z
      .object({ runs: z.int(), oldest_due_at: Timestamp.nullable(), failed_runs: z.int() })
      .nullable()
      .meta({
        description: "The embedded engine's; null with another one. Counts up to 10,000.",
      }),
  })
  .meta({ id: "SupportEngine" });

export const support = {
  failures: operation({
    id: "listSupportFailures",
    method: "GET",
    path: `${SUPPORT}/failures`,
    summary: "Webhooks of all organisations that fail or are disabled",
    access,
    rate: "management",
    params: none,
    query: pageOf("wh").extend({
      code: Outcome.optional(),
      host: z
        .string()
        .max(253)
        .regex(/^[!-~]+$/, { message: "must be a host name in ASCII" })
        .optional()
        .meta({ example: "hooks.example.com" }),
      org_id: Id("org").optional(),
      state: Webhook.shape.state.optional(),
      since: QueryTime.optional().meta({ description: "Last failed at this time or later." }),
    }),
    result: z.array(SupportWebhook),
    status: 200,
    errors: [],
  }),
  clusters: operation({
    id: "listSupportClusters",
    method: "GET",
    path: `${SUPPORT}/clusters`,
    summary: "What fails together, by host or by failure code, the largest first",
    access,
    rate: "management",
    params: none,
    query: z.strictObject({ by: z.enum(["host", "code"]).default("host") }),
    result: z.array(Cluster).meta({ description: "At most 100." }),
    status: 200,
    errors: [],
  }),
  webhook: operation({
    id: "getSupportWebhook",
    method: "GET",
    path: `${SUPPORT}/webhooks/{webhook_id}`,
    summary: "One webhook of any organisation",
    access,
    rate: "management",
    params: WebhookParams,
    query: none,
    result: SupportWebhook,
    status: 200,
    errors: ["not_found"],
  }),
  deliveries: operation({
    id: "listSupportDeliveries",
    method: "GET",
    path: `${SUPPORT}/webhooks/{webhook_id}/deliveries`,
    summary: "The delivery log of one webhook, newest first, without bodies",
    access,
    rate: "management",
    params: WebhookParams,
    query: pageOf("msg"),
    result: z.array(Delivery),
    status: 200,
    errors: ["not_found"],
  }),
  engine: operation({
    id: "getSupportEngine",
    method: "GET",
    path: `${SUPPORT}/engine`,
    summary: "Whether deliveries flow: what waits, since when, and the guard's last look",
    access,
    rate: "management",
    params: none,
    query: none,
    result: Engine,
    status: 200,
    errors: [],
  }),
  stream: operation({
    id: "streamSupport",
    method: "GET",
    path: `${SUPPORT}/stream`,
    summary: "Webhooks that fail or are disabled as they change, as a stream of events",
    access,
    rate: "management",
    params: none,
    query: none,
    result: z.string().meta({
      description: `\`event: snapshot\` with \`{"webhooks"}\`, at most 1,000, then \`event: webhook\` with one that is new or \
has changed and \`event: removed\` with the \`{"id"}\` of one that works again or is gone. ${STREAM}`,
    }),
    events: "only",
    holds: "stream",
    status: 200,
    errors: [],
  }),
};
