import { z } from "zod";

import { Cursor, Id, none, pageOf, Timestamp } from "./common";
import { operation } from "./operation";
import { rw, STREAM, WebhookParams, WEBHOOKS } from "./webhooks";

const Attempt = z
  .object({
    id: Id("att"),
    number: z.int().meta({ description: "Counts from 1; a fault of ours keeps its number." }),
    started_at: Timestamp,
    duration_ms: z.int(),
    outcome: z.string().meta({
      description: "`delivered`, a failure code, or `ours`: a fault of this service, not counted.",
      example: "http_500",
    }),
    detail: z.string().nullable().meta({ description: "The finer cause.", example: "answered" }),
    http_status: z.int().nullable().meta({ example: 500 }),
  })
  .meta({ id: "Attempt" });

/** A time in a query string, in any offset. The years before 1970 are one moment: databases disagree about them. */
export const QueryTime = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(Math.max(0, Date.parse(text))));

/** How an attempt ended, as a filter: visible ASCII, as all outcomes are. */
export const Outcome = z
  .string()
  .max(40)
  .regex(/^[!-~]+$/, { message: "must be visible ASCII" })
  .meta({ example: "timeout" });

const TYPES = ["files.changed", "files.resync"] as const;
const STATUSES = ["waiting", "in_flight", "delivered", "dropped"] as const;

/** One message to one webhook, with what became of it (spec 7.16). */
export const Delivery = z
  .object({
    id: Id("msg"),
    webhook_id: Id("wh"),
    type: z.enum(TYPES),
    status: z.enum(STATUSES),
    cursor: Cursor,
    event_count: z.int(),
    size: z.int().meta({ description: "Bytes of the body." }),
    created_at: Timestamp,
    delivered_at: Timestamp.nullable(),
    next_attempt_at: Timestamp.nullable(),
    attempts: z.array(Attempt).meta({ description: "Oldest first, at most the newest 100." }),
  })
  .meta({ id: "Delivery" });

/** Counts of attempts, and how long the delivered ones took. */
const Stats = z
  .object({
    buckets: z
      .array(
        z.object({
          at: Timestamp.meta({ description: "When the span begins." }),
          delivered: z.int(),
          failed: z.int(),
          p50_ms: z.number().nullable(),
          p95_ms: z.number().nullable(),
        }),
      )
      .meta({
        description:
          "Spans of 5 minutes (1h), 30 minutes (24h) or 2 hours (7d), oldest first; percentiles are within a quarter.",
      }),
    by_code: z.record(z.string(), z.int()).meta({ example: { http_500: 3 } }),
  })
  .meta({ id: "WebhookStats" });

const list = `${WEBHOOKS}/{webhook_id}/deliveries` as const;

export const deliveries = {
  list: operation({
    id: "listDeliveries",
    method: "GET",
    path: list,
    summary: "The delivery log of a webhook, newest first: 7 days, at most 1,000 messages",
    access: rw,
    rate: "management",
    params: WebhookParams,
    query: pageOf("msg").extend({
      status: z.enum(STATUSES).optional(),
      code: Outcome.optional().meta({ description: "Only those with an attempt that ended so." }),
      type: z.enum(TYPES).optional(),
      since: QueryTime.optional().meta({ description: "Made at this time or later." }),
      until: QueryTime.optional().meta({ description: "Made before this time." }),
    }),
    result: z.array(Delivery),
    status: 200,
    errors: [],
  }),
  stream: operation({
    id: "streamDeliveries",
    method: "GET",
    path: `${list}/stream`,
    summary: "One webhook and its deliveries as they change, as a stream of events",
    access: rw,
    rate: "management",
    params: WebhookParams,
    query: none,
    result: z.string().meta({
      description: `\`event: snapshot\` with \`{"webhook","deliveries"}\`, the newest 50, then \`event: webhook\` and \
\`event: delivery\` with one that is new or has changed. A reader too slow to follow gets another snapshot. ${STREAM}`,
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
    summary: "One delivery, with the body as sent while it is kept",
    access: rw,
    rate: "management",
    params: WebhookParams.extend({ msg_id: z.string() }),
    query: none,
    result: Delivery.extend({
      body: z.string().nullable().meta({
        description: "Kept while it waits and for the newest 20 of a webhook, at most 4 MiB.",
      }),
      headers: z.record(z.string(), z.string()).meta({
        description:
          "What all attempts carry; each adds its own `webhook-timestamp` and `webhook-signature`.",
      }),
    }),
    status: 200,
    errors: [],
  }),
  stats: operation({
    id: "getWebhookStats",
    method: "GET",
    path: `${WEBHOOKS}/{webhook_id}/stats`,
    summary: "Attempts over time by outcome, with their latency",
    access: rw,
    rate: "management",
    params: WebhookParams,
    query: z.strictObject({ window: z.enum(["1h", "24h", "7d"]).default("24h") }),
    result: Stats,
    status: 200,
    errors: [],
  }),
};
