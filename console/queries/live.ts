import { type FailureCode, reach, readRefusal, RequestError } from "@/lib/api-client/request";

import { createEventReader, type StreamEvent } from "./event-stream";

/** How a page stands to its stream. `ended`: for good, because of what the error says. */
export type LiveState =
  | { kind: "connecting" | "live" | "interrupted" }
  | { kind: "ended"; error: RequestError };

type Options = {
  signal: AbortSignal;
  onEvent: (event: StreamEvent) => void;
  onState: (state: LiveState) => void;
  /** The first wait before coming back, in milliseconds; it doubles up to sixteen times that. */
  waitMs?: number;
  /** Silence after which the connection counts as lost; heartbeats come every 15 s. */
  silenceMs?: number;
};

const MOST_DOUBLINGS = 4;

/**
 * Follows one stream of the service until `signal` fires or the service says that it is over, and comes back by
 * itself whenever the connection is lost (spec 4.32: a reconnect gets a snapshot).
 */
export async function followStream(url: string, options: Options): Promise<void> {
  const { signal, onState, waitMs = 500 } = options;
  onState({ kind: "connecting" });
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      await readOnce(url, options, () => (failures = 0));
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) return onState({ kind: "ended", error });
    }
    if (signal.aborted) return;
    onState({ kind: "interrupted" });
    // Pages that lost the same server must not come back in the same moment.
    const spread = 0.5 + Math.random() / 2;
    await pause(waitMs * 2 ** Math.min(failures, MOST_DOUBLINGS) * spread, signal);
  }
}

// Too many requests, and whatever is the service's own fault, passes.
const isFinal = (error: unknown): error is RequestError =>
  error instanceof RequestError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429;

async function readOnce(
  url: string,
  { signal, onEvent, onState, silenceMs = 40_000 }: Options,
  onOpen: () => void,
): Promise<void> {
  const lost = new AbortController();
  let timer = setTimeout(() => lost.abort(), silenceMs);
  try {
    const response = await reach(url, {
      headers: { accept: "text/event-stream" },
      signal: AbortSignal.any([signal, lost.signal]),
    });
    if (!response.ok) throw await readRefusal(response);
    const read = createEventReader();
    const pieces = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const piece = await pieces?.read();
      if (piece?.value === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(() => lost.abort(), silenceMs);
      for (const event of read(piece.value)) {
        if (event.event === "end") throw await readEnd(event.data);
        onOpen();
        onState({ kind: "live" });
        onEvent(event);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

// An end has a code and no status; the list of all codes is more than a page should have to load.
const PASSING: ReadonlySet<FailureCode> = new Set([
  "unavailable",
  "internal",
  "rate_limited",
  "unknown",
]);

/** What `end` says is what a new request would be refused with (spec 3.14). */
async function readEnd(detail: unknown): Promise<RequestError> {
  const { code, requestId } = await readRefusal(Response.json({ detail }));
  return new RequestError({ status: PASSING.has(code) ? 503 : 403, code, requestId });
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
