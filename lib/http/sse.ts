import type { z } from "zod";

import { InvalidInput } from "@/lib/errors";
import { log } from "@/lib/log";

/** One event of a stream; `id` is what a client sends as `Last-Event-ID` when it comes back. */
export type Frame = { event: string; id?: string; data: object };

/** Frames to send, and a signal that fires when no more of them may go out. */
export type FrameSource = { frames: AsyncGenerator<Frame>; ended: AbortSignal };

// A reader that takes nothing would keep its connection after it has lost access; within 5 s of that it is cut.
const CUT_MS = 2_000;

const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  // nginx would hold frames back until its buffer is full.
  "x-accel-buffering": "no",
};

/** Whether the caller asks for a stream of events and not for JSON. */
export function wantsEventStream(request: Request): boolean {
  return /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(request.headers.get("accept") ?? "");
}

/** Whether a response is a stream of events, made by `eventStream`. */
export function isEventStream({ headers }: Response): boolean {
  return headers.get("content-type") === HEADERS["content-type"];
}

/**
 * Where a client that comes back left off; undefined when it comes for the first time.
 * @throws InvalidInput when the header is not what the schema wants
 */
export function readLastEventId<T>(request: Request, schema: z.ZodType<T>): T | undefined {
  const text = request.headers.get("last-event-id") ?? "";
  if (text === "") return undefined;
  const parsed = schema.safeParse(text);
  if (parsed.success) return parsed.data;
  const loc = ["header", "last-event-id"];
  throw new InvalidInput([{ loc, msg: "must be an id of this stream", type: "cursor_format" }]);
}

/** A frame as it goes over the line. JSON holds no line break, so one `data` line is enough. */
export function formatFrame({ event, id, data }: Frame): string {
  const head = id === undefined ? "" : `id: ${id}\n`;
  return `${head}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * Answers with a stream of events (spec 4.32, 6.9). `open` gets a signal that fires when the caller
 * has left. The next frame is asked for when the last one was taken, so a slow reader costs one frame of memory.
 * @param cutMs how long after its end a stream waits for a reader that takes nothing
 */
export function eventStream(
  request: Request,
  open: (left: AbortSignal) => FrameSource,
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
          cut = setTimeout(() => controller.error(new Error("a reader took nothing")), cutMs);
        });
      },
      async pull(controller) {
        const next = await frames.next().catch(logged);
        if (next.done !== true) return controller.enqueue(encoder.encode(formatFrame(next.value)));
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

// The head of the answer is out; all that is left is to end, and the client comes back where it left off.
function logged(error: unknown): { done: true; value: undefined } {
  log.error({ err: error }, "stream broken off");
  return { done: true, value: undefined };
}
