import { z } from "zod";

import { Id, IdParam, none, pageOf, Timestamp } from "./common";
import { deliveries, Delivery, Outcome, QueryTime, Stats, Window } from "./deliveries";
import { operation } from "./operation";
import { STREAM, Webhook } from "./webhooks";

const SUPPORT = "/api/v1/support";
const access = { scope: "support" } as const;
const WebhookParams = z.object({ webhook_id: IdParam("wh") });

/** What support staff see of a webhook: no customer paths, and only the host of its URL. */
const SupportWebhook = z
  .object({
    webhook_id: Id("wh"),
    org_id: Id("org"),
    org_name: z.string().meta({ example: "Example Ltd" }),
    host: z.string().meta({ example: "hooks.example.com" }),
    state: Webhook.shape.state,
    disabled_reason: Webhook.shape.disabled_reason,
    last_failure: Webhook.shape.last_failure.meta({ example: "http_500" }),
    failing_since: Timestamp.nullable(),
    disables_at: Webhook.shape.disables_at.meta({ example: "2026-11-24T10:00:00.000Z" }),
    next_attempt_at: Timestamp.nullable(),
  })
  .meta({ id: "SupportWebhook" });
export type SupportWebhook = z.infer<typeof SupportWebhook>;

const SupportWebhookDetail = SupportWebhook.extend({
  created_at: Timestamp,
  last_success_at: Timestamp.nullable(),
  last_failure_at: Timestamp.nullable(),
  last_failure_detail: Webhook.shape.last_failure_detail.meta({ example: "answered" }),
  pending_changes: Webhook.shape.pending_changes.meta({ example: 12 }),
  pending_since: Timestamp.nullable(),
  pending_message: Webhook.shape.pending_message.meta({ example: true }),
}).meta({ id: "SupportWebhookDetail" });

const Cluster = z
  .object({
    host: z.string().meta({
      description: "Grouped by code: the most frequent host.",
      example: "hooks.example.com",
    }),
    code: z.string().meta({
      description: "Grouped by host: the most frequent failure code.",
      example: "timeout",
    }),
    webhooks: z.int(),
    organisations: z.int(),
    disabled: z.int(),
    most: z.int().meta({ description: "Webhooks with the most frequent code or host." }),
    failing_since: Timestamp.meta({ description: "The earliest failure in the cluster." }),
  })
  .meta({ id: "SupportCluster" });

const Engine = z
  .object({
    webhooks_due: z.int().meta({ description: "Webhooks due for delivery; counts up to 10,000." }),
    oldest_due_at: Timestamp.nullable(),
    filesystems_undispatched: z
      .int()
      .meta({ description: "Filesystems with changes not yet fanned out to webhooks." }),
    attempts_in_flight: z.int(),
    reconciler_last_run_at: Timestamp.nullable(),
    queue: z
      .object({ runs: z.int(), oldest_due_at: Timestamp.nullable(), failed_runs: z.int() })
      .nullable()
      .meta({
        description:
          "Runs waiting in the embedded engine, counts up to 10,000; null with an external engine.",
      }),
  })
  .meta({ id: "SupportEngine" });

export const support = {
  failures: operation({
    id: "listSupportFailures",
    method: "GET",
    path: `${SUPPORT}/failures`,
    summary: "List failing and disabled webhooks of all organisations",
    access,
    rate: "management",
    params: none,
    query: pageOf("wh").extend({
      code: Outcome.optional(),
      host: z
        .string()
        .max(253)
        .regex(/^[!-~]+$/, { message: "must be an ASCII host name" })
        .optional()
        .meta({ example: "hooks.example.com" }),
      org_id: Id("org").optional(),
      state: Webhook.shape.state.optional(),
      since: QueryTime.optional().meta({ description: "Last failure at or after this time." }),
    }),
    result: z.array(SupportWebhook),
    status: 200,
    errors: [],
  }),
  clusters: operation({
    id: "listSupportClusters",
    method: "GET",
    path: `${SUPPORT}/clusters`,
    summary: "List clusters of failures by host or failure code, largest first",
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
    summary: "Get a webhook of any organisation",
    access,
    rate: "management",
    params: WebhookParams,
    query: none,
    result: SupportWebhookDetail,
    status: 200,
    errors: ["not_found"],
  }),
  deliveries: operation({
    id: "listSupportDeliveries",
    method: "GET",
    path: `${SUPPORT}/webhooks/{webhook_id}/deliveries`,
    summary: "List the deliveries of a webhook, newest first, without bodies",
    access,
    rate: "management",
    params: WebhookParams,
    query: deliveries.list.query,
    result: z.array(Delivery),
    status: 200,
    errors: ["not_found"],
  }),
  delivery: operation({
    id: "getSupportDelivery",
    method: "GET",
    path: `${SUPPORT}/deliveries/{msg_id}`,
    summary: "Get a delivery of any webhook, without its body",
    access,
    rate: "management",
    params: z.object({ msg_id: IdParam("msg") }),
    query: none,
    result: Delivery,
    status: 200,
    errors: ["not_found"],
  }),
  stats: operation({
    id: "getSupportStats",
    method: "GET",
    path: `${SUPPORT}/webhooks/{webhook_id}/stats`,
    summary: "Get a webhook's attempts over time by outcome, with latency percentiles",
    access,
    rate: "management",
    params: WebhookParams,
    query: z.strictObject({ window: Window }),
    result: Stats,
    status: 200,
    errors: ["not_found"],
  }),
  engine: operation({
    id: "getSupportEngine",
    method: "GET",
    path: `${SUPPORT}/engine`,
    summary: "Get the state of the delivery engine: backlog, age and the last reconciler run",
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
    summary: "Stream failing and disabled webhooks as they change",
    access,
    rate: "management",
    params: none,
    query: none,
    result: z.string().meta({
      description: `\`event: snapshot\` carries \`{"webhooks"}\`, at most 1,000, then \`event: webhook\` carries one that is new or \
has changed, and \`event: removed\` the \`{"id"}\` of one that is healthy again or deleted. ${STREAM}`,
    }),
    events: "only",
    holds: "stream",
    status: 200,
    errors: [],
  }),
};
