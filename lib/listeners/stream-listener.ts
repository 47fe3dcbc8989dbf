import { accessOf, type FilesystemContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import { AppError } from "@/lib/errors";
import { USER_AGENT } from "@/lib/product";
import { createMemory, type LiveFrame, liveFrames, type Reading } from "@/lib/realtime/live-frames";
import { steadyHeaders } from "@/lib/sender/sign";
import { getWebhook } from "@/lib/webhooks/read-webhooks";

import { announceResponse } from "./channel";

// Each is also what keeps the listener, so the client notices within seconds that its stream is dead, and so does the
// delivering process; see `STREAM_SILENCE_MS`.
const HEARTBEAT_MS = 2_000;

/**
 * The messages of a listener as they are attempted (spec 4.61, 7.39). It takes over from an earlier stream; when it
 * ends, the attempt in flight fails.
 */
export function streamListener(ctx: FilesystemContext, webhookId: string, left: AbortSignal) {
  const reading = readingOf(ctx, webhookId);
  const access = accessOf(ctx, "rw");
  const options = { webhookId, left, heartbeatMs: HEARTBEAT_MS };
  const { frames, ended } = liveFrames(ctx, access, reading, options);
  const close = () => void closeStream(ctx, webhookId).catch(() => undefined);
  ended.addEventListener("abort", close, { once: true });
  return { frames: thenClose(frames, close), ended };
}

async function* thenClose(frames: AsyncGenerator<LiveFrame>, close: () => void) {
  try {
    yield* frames;
  } finally {
    close();
  }
}

function readingOf(ctx: FilesystemContext, webhookId: string): Reading {
  const webhooks = createMemory();
  let sent: string | null = null;
  const next = async (): Promise<LiveFrame[]> => {
    const request = await renewStream(ctx, webhookId);
    const changed = webhooks.news([await getWebhook(ctx, webhookId)]);
    const frames: LiveFrame[] = changed.map((webhook) => ({ event: "webhook", data: webhook }));
    if (request.request_id === null || request.request_id === sent) return frames;
    const message = await toMessage(ctx, webhookId, request);
    sent = request.request_id;
    return message === null ? frames : [...frames, { event: "message", data: message }];
  };
  return {
    async snapshot() {
      await openStream(ctx, webhookId);
      return next();
    },
    changes: next,
  };
}

async function openStream(ctx: FilesystemContext, webhookId: string): Promise<void> {
  if (!isId("wh", webhookId)) throw new AppError("not_found");
  const { db, live, pool } = ctx.services;
  const [row] = await db.$queryRaw<{ refusal: "not_found" | null; cut: string | null }[]>`
    SELECT refusal, cut FROM listener_open(${webhookId}, ${ctx.filesystemId}, ${ctx.requestId})`;
  if (row === undefined || row.refusal !== null) throw new AppError(row?.refusal ?? "not_found");
  await announceResponse(pool, row.cut);
  ctx.services.wakeWebhooks([webhookId]);
  live.announce(ctx.filesystemId, webhookId);
}

type Request = {
  request_id: string | null;
  message_id: string;
  signed_at: string;
  signature: string;
  timeout_ms: number;
};

/** Keeps the stream open; resolves to the request that waits for a response, if any. */
async function renewStream(ctx: FilesystemContext, webhookId: string): Promise<Request> {
  const [row] = await ctx.services.db.$queryRaw<Request[]>`
    UPDATE listener SET seen_at = clock_timestamp() WHERE webhook_id = ${webhookId} AND stream_id = ${ctx.requestId}
    RETURNING CASE WHEN response IS NULL AND request_until > clock_timestamp() THEN request_id END AS request_id,
      message_id, signed_at, signature,
      greatest(0, extract(epoch FROM request_until - clock_timestamp()) * 1000)::int AS timeout_ms`;
  if (row !== undefined) return row;
  await getWebhook(ctx, webhookId);
  throw new AppError("listener_replaced");
}

/** The request as the sender would write it; null if its message is gone. */
async function toMessage(
  { services: { db } }: FilesystemContext,
  webhookId: string,
  { request_id, message_id, signed_at, signature, timeout_ms }: Request,
) {
  const [message] = await db.$queryRaw<{ body: string }[]>`
    SELECT m.body FROM delivery d JOIN message m ON m.webhook_id = d.webhook_id AND m.cursor = d.cursor
    WHERE d.id = ${message_id} AND d.webhook_id = ${webhookId}`;
  if (message === undefined) return null;
  const headers = {
    ...steadyHeaders(message_id, USER_AGENT),
    "webhook-timestamp": signed_at,
    "webhook-signature": signature,
  };
  return { request_id, timeout_ms, headers, body: message.body };
}

async function closeStream(ctx: FilesystemContext, webhookId: string): Promise<void> {
  const { db, pool } = ctx.services;
  const [row] = await db.$queryRaw<{ request_id: string | null }[]>`
    UPDATE listener SET stream_id = NULL, seen_at = clock_timestamp(), response = coalesce(response, 'closed')
    WHERE webhook_id = ${webhookId} AND stream_id = ${ctx.requestId} RETURNING request_id`;
  await announceResponse(pool, row?.request_id ?? null);
}
