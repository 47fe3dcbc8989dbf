import { z } from "zod";

import { Cursor, Id, IdParam, none, pageOf, Timestamp } from "./common";
import { operation } from "./operation";
import { readable, rw, STREAM, WebhookParams, WEBHOOKS } from "./webhooks";

const Attempt = z
  .object({
    id: Id("att"),
    number: z.int().meta({
      description:
        "Starts at 1; an attempt that failed on our side is repeated with the same number.",
    }),
    started_at: Timestamp,
    duration_ms: z.int().meta({ example: 84 }),
    outcome: z.string().meta({
      description:
        "`delivered`, a failure code, or `ours`: an error of this service, which is not counted.",
      example: "delivered",
    }),
    detail: z.string().nullable().meta({ description: "More specific cause.", example: null }),
    http_status: z.int().nullable().meta({ example: 200 }),
    manual: z
      .boolean()
      .meta({ description: "Made by a resend; nothing follows from its outcome.", example: false }),
  })
  .meta({ id: "Attempt" });

/** The body of a message as examples show it. */
export const MESSAGE =
  '{"type":"files.resync","timestamp":"2026-11-21T10:00:00.000Z","data":{"webhook_id":"wh_01kb3x6v7cf2dsk8xkqz4n5w9a","filesystem_id":"fs_01kb3x6v7cf2dsk8xkqz4n5w9a","events":[],"cursor":"4711"}}';

/** A time with any UTC offset. Years before 1970 count as 1970: databases disagree about them. */
export const QueryTime = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(Math.max(0, Date.parse(text))));

/** Outcome of an attempt as a filter: visible ASCII, like all outcomes. */
export const Outcome = z
  .string()
  .max(40)
  .regex(/^[!-~]+$/, { message: "must be visible ASCII" })
  .meta({ example: "timeout" });

const TYPES = ["files.changed", "files.resync"] as const;
const STATUSES = ["waiting", "in_flight", "delivered", "dropped"] as const;

/** A message to a webhook with its attempts (spec 7.16). */
export const Delivery = z
  .object({
    id: Id("msg"),
    webhook_id: Id("wh"),
    type: z.enum(TYPES).meta({ example: "files.resync" }),
    status: z.enum(STATUSES).meta({ example: "delivered" }),
    cursor: Cursor,
    event_count: z.int().meta({ example: 0 }),
    size: z.int().meta({ description: "Size of the body in bytes.", example: MESSAGE.length }),
    created_at: Timestamp,
    delivered_at: Timestamp.nullable(),
    next_attempt_at: Timestamp.nullable().meta({ example: null }),
    attempts: z.array(Attempt).meta({ description: "The newest 100 attempts, oldest first." }),
  })
  .meta({ id: "Delivery" });

const StoredDelivery = Delivery.extend({
  body: z.string().nullable().meta({
    example: MESSAGE,
    description:
      "Available while the delivery is in the log, at most 16 MiB per webhook and 1 GiB per organisation; otherwise null.",
  }),
  headers: z.record(z.string(), z.string()).meta({
    example: {
      "content-type": "application/json",
      "webhook-id": "msg_01kb3x6v7cf2dsk8xkqz4n5w9a",
    },
    description:
      "Headers of every attempt; each adds its own `webhook-timestamp` and `webhook-signature`.",
  }),
});

/** Attempt counts by outcome, and latency percentiles of delivered attempts. */
export const Stats = z
  .object({
    buckets: z
      .array(
        z.object({
          at: Timestamp.meta({ description: "Start of the interval." }),
          delivered: z.int().meta({ example: 12 }),
          failed: z.int().meta({ example: 3 }),
          p50_ms: z.number().nullable().meta({ example: 84 }),
          p95_ms: z.number().nullable().meta({ example: 210 }),
        }),
      )
      .meta({
        description:
          "Intervals of 5 minutes (1h), 30 minutes (24h) or 2 hours (7d), oldest first; percentiles are accurate to 25%.",
      }),
    by_code: z.record(z.string(), z.int()).meta({ example: { http_500: 3 } }),
  })
  .meta({ id: "WebhookStats" });

export const Window = z.enum(["1h", "24h", "7d"]).default("24h");

const list = `${WEBHOOKS}/{webhook_id}/deliveries` as const;

export const deliveries = {
  list: operation({
    id: "listDeliveries",
    method: "GET",
    path: list,
    summary: "List the deliveries of a webhook, newest first; kept for 7 days, at most 1,000",
    access: readable,
    rate: "management",
    params: WebhookParams,
    query: pageOf("msg").extend({
      status: z.enum(STATUSES).optional(),
      code: Outcome.optional().meta({
        description: "Only deliveries with an attempt of this outcome.",
      }),
      type: z.enum(TYPES).optional(),
      since: QueryTime.optional().meta({ description: "Created at or after this time." }),
      until: QueryTime.optional().meta({ description: "Created before this time." }),
      attempt_since: QueryTime.optional().meta({
        description:
          "Only deliveries with an attempt at or after this time; with `code`, of that outcome.",
      }),
      attempt_until: QueryTime.optional().meta({ description: "The same, before this time." }),
    }),
    result: z.array(Delivery),
    status: 200,
    errors: [],
  }),
  stream: operation({
    id: "streamDeliveries",
    method: "GET",
    path: `${list}/stream`,
    summary: "Stream a webhook and its deliveries as they change",
    access: readable,
    rate: "management",
    params: WebhookParams,
    query: none,
    result: z.string().meta({
      description: `\`event: snapshot\` carries \`{"webhook","deliveries"}\` with the newest 50 deliveries and the one \
that was sent again last, then \`event: webhook\` and \`event: delivery\` carry each of the newest 50 that is created or \
changes, and each that is sent again. A client that reads too slowly \
gets a new snapshot. ${STREAM}`,
    }),
    events: "only",
    holds: "stream",
    status: 200,
    errors: [],
  }),
  get: operation({
    id: "getDelivery",
    method: "GET",
    path: `${list}/{msg_id}`,
    summary: "Get a delivery, including its body while it is available",
    access: readable,
    rate: "management",
    params: WebhookParams.extend({ msg_id: IdParam("msg") }),
    query: none,
    result: StoredDelivery,
    status: 200,
    errors: [],
  }),
  resend: operation({
    id: "resendDelivery",
    method: "POST",
    path: `${list}/{msg_id}:resend`,
    summary: "Send a stored message once more; receivers that apply messages by cursor ignore it",
    access: rw,
    rate: "management",
    params: WebhookParams.extend({ msg_id: IdParam("msg") }),
    query: none,
    result: StoredDelivery,
    status: 202,
    errors: ["webhook_not_active", "webhook_retrying", "webhook_resending", "message_not_kept"],
  }),
  stats: operation({
    id: "getWebhookStats",
    method: "GET",
    path: `${WEBHOOKS}/{webhook_id}/stats`,
    summary: "Get attempts over time by outcome, with latency percentiles",
    access: readable,
    rate: "management",
    params: WebhookParams,
    query: z.strictObject({ window: Window }),
    result: Stats,
    status: 200,
    errors: [],
  }),
};
