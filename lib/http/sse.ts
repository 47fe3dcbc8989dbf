import type { z } from "zod";

import { InvalidInput } from "@/lib/errors";
import { log } from "@/lib/log";

/** An event of a stream; a reconnecting client sends `id` as `Last-Event-ID`. */
export type ServerSentEvent = { event: string; id?: string; data: object };

/** Events to send, and a signal after which no more may be sent. */
export type ServerSentEventSource = { frames: AsyncGenerator<ServerSentEvent>; ended: AbortSignal };

// A client that stops reading would keep its connection after losing access; it is closed within 5 s.
const CUT_MS = 2_000;

const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  // nginx would buffer events.
  "x-accel-buffering": "no",
};

/** Whether the client accepts a stream of events rather than JSON. */
export function wantsEventStream(request: Request): boolean {
  return /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(request.headers.get("accept") ?? "");
}

/** Whether a response is a stream of events, made by `eventStream`. */
export function isEventStream({ headers }: Response): boolean {
  return headers.get("content-type") === HEADERS["content-type"];
}

/**
 * The `Last-Event-ID` of a reconnecting client, or undefined.
 * @throws InvalidInput if the header does not match the schema
 */
export function readLastEventId<T>(request: Request, schema: z.ZodType<T>): T | undefined {
  const text = request.headers.get("last-event-id") ?? "";
  if (text === "") return undefined;
  const parsed = schema.safeParse(text);
  if (parsed.success) return parsed.data;
  const loc = ["header", "last-event-id"];
  throw new InvalidInput([{ loc, msg: "must be an id of this stream", type: "cursor_format" }]);
}

/** The wire format. JSON contains no line breaks, so one `data` line is enough. */
export function formatServerSentEvent({ event, id, data }: ServerSentEvent): string {
  const head = id === undefined ? "" : `id: ${id}\n`;
  return `${head}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * Responds with a stream of events (spec 4.32, 6.9). `open` gets a signal that fires when the client
 * disconnects. Events are pulled one at a time, so a slow client costs one event of memory.
 * @param cutMs how long an ended stream waits for a client that stopped reading
 */
export function eventStream(
  request: Request,
  open: (left: AbortSignal) => ServerSentEventSource,
  cutMs = CUT_MS,
): Response {
  if (request.method === "HEAD") return new Response(null, { headers: HEADERS });
  const left = new AbortController();
  const { frames, ended } = open(left.signal);
  const encoder = new TextEncoder();
  const leave = () => left.abort();
  const finish = () => {
    request.signal.removeEventListener("abort", leave);
    leave();
  };
  let cut: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        request.signal.addEventListener("abort", leave, { once: true });
        if (request.signal.aborted) leave();
        ended.addEventListener("abort", () => {
          cut = setTimeout(() => controller.error(new Error("client stopped reading")), cutMs);
        });
      },
      async pull(controller) {
        const next = await frames.next().catch(logged);
        if (next.done !== true)
          return controller.enqueue(encoder.encode(formatServerSentEvent(next.value)));
        finish();
        clearTimeout(cut);
        controller.close();
      },
      async cancel() {
        finish();
        await frames.return(undefined);
        clearTimeout(cut);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: HEADERS });
}

// The response has started, so the stream can only end; the client reconnects where it left off.
function logged(error: unknown): { done: true; value: undefined } {
  log.error({ err: error }, "stream failed");
  return { done: true, value: undefined };
}
