import { createEventReader, type StreamEvent } from "./event-stream";
import { type FailureCode, reach, readRefusal, RequestError } from "./request";

/** The state of a stream. `ended` is permanent, because of `error`. */
export type LiveState =
  | { kind: "connecting" | "live" | "interrupted" }
  | { kind: "ended"; error: RequestError };

type Options = {
  signal: AbortSignal;
  onEvent: (event: StreamEvent) => void;
  onState: (state: LiveState) => void;
  /** The first wait before reconnecting, in milliseconds; it doubles up to sixteen times that. */
  waitMs?: number;
  /** Milliseconds of silence after which the connection counts as lost; heartbeats come every 15 s. */
  silenceMs?: number;
};

type Open = (signal: AbortSignal) => Promise<Response>;

const MAX_DOUBLINGS = 4;

/**
 * Follows a stream of the service until `signal` fires or the service ends it, and reconnects whenever the connection
 * is lost (spec 4.32: a reconnect gets a snapshot).
 * @param open connects, or throws a RequestError
 */
export async function followStream(open: Open, options: Options): Promise<void> {
  const { signal, onState, waitMs = 500 } = options;
  onState({ kind: "connecting" });
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      await readOnce(open, options, () => (failures = 0));
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) return onState({ kind: "ended", error });
    }
    if (signal.aborted) return;
    onState({ kind: "interrupted" });
    // Clients that lost the same server must not all reconnect at once.
    const jitter = 0.5 + Math.random() / 2;
    await pause(waitMs * 2 ** Math.min(failures, MAX_DOUBLINGS) * jitter, signal);
  }
}

/** Opens the stream at an address of this origin. @throws RequestError */
export const openStream =
  (url: string): Open =>
  async (signal) => {
    const response = await reach(url, { headers: { accept: "text/event-stream" }, signal });
    if (!response.ok) throw await readRefusal(response);
    return response;
  };

// Rate limits and server errors are temporary.
const isFinal = (error: unknown): error is RequestError =>
  error instanceof RequestError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429;

async function readOnce(
  open: Open,
  { signal, onEvent, onState, silenceMs = 40_000 }: Options,
  onEventCame: () => void,
): Promise<void> {
  const lost = new AbortController();
  let timer = setTimeout(() => lost.abort(), silenceMs);
  try {
    const response = await open(AbortSignal.any([signal, lost.signal]));
    const read = createEventReader();
    const pieces = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const piece = await pieces?.read();
      if (piece?.value === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(() => lost.abort(), silenceMs);
      for (const event of read(piece.value)) {
        if (event.event === "end") throw await readEnd(event.data);
        onEventCame();
        onState({ kind: "live" });
        onEvent(event);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

// An end has a code and no status, and the table of all codes is too large to load on a page.
const TEMPORARY: ReadonlySet<FailureCode> = new Set([
  "unavailable",
  "internal",
  "rate_limited",
  "unknown",
]);

/** Turns `end` into the error that a new request would get (spec 3.14). */
async function readEnd(detail: unknown): Promise<RequestError> {
  const { code, requestId } = await readRefusal(Response.json({ detail }));
  return new RequestError({ status: TEMPORARY.has(code) ? 503 : 403, code, requestId });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done);
  });
}
