import type { Dispatcher } from "undici";

import { abortedCode } from "./connect";
import { type Connection, destroyConnection } from "./connections";
import { codeOf, type Fault } from "./outcome";

/** What one request on one connection came to. `answered`: a byte of an answer came back. */
export type Exchanged =
  | { kind: "answer"; status: number; reusable: boolean }
  | { kind: "fault"; fault: Fault; answered: boolean };

export type ExchangeInput = {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
  /** Called just before the first byte is written; false writes nothing. */
  onStart: () => boolean;
  signal: AbortSignal;
  /** Monotonic milliseconds after which an answer is too late, however late the timer fires. */
  endsAt: number;
};

/** `onStart` forbade the request. */
export const heldBackCode = "HELD_BACK";

const drainBytes = 16_384;
const drainMs = 250;
const informationalAnswers = 64;
const maximumFields = 1_000;

/**
 * Sends one POST and reports the final status. The body is drained or the socket destroyed before the promise resolves,
 * and is never kept; after any fault the socket is closed. Never rejects. See spec 7.7, 7.8.
 */
export function exchange(connection: Connection, input: ExchangeInput): Promise<Exchanged> {
  const { path, headers, body, signal } = input;
  return new Promise((resolve) => {
    const state = { done: false, answered: false, status: 0, drained: 0, early: 0 };
    let drainTimer: NodeJS.Timeout | undefined;
    const finish = (result: Exchanged, keep: boolean) => {
      if (state.done) return;
      state.done = true;
      clearTimeout(drainTimer);
      signal.removeEventListener("abort", onAbort);
      if (keep) resolve(result);
      else void destroyConnection(connection).then(() => resolve(result));
    };
    const fail = (code: string) => {
      finish({ kind: "fault", fault: { phase: "http", code }, answered: state.answered }, false);
    };
    const answer = (keep: boolean) => {
      finish({ kind: "answer", status: state.status, reusable: keep }, keep);
    };
    const onAbort = () => (state.status ? answer(false) : fail(abortedCode));
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        if (!state.done && input.onStart()) return;
        fail(heldBackCode);
        controller.abort(new Error(heldBackCode));
      },
      onResponseStarted() {
        state.answered = true;
      },
      onResponseStart(controller, status) {
        if (isInformational(status)) {
          state.early += 1;
          // An endless row of these would only burn our time. We stop reading; its own time runs out.
          if (state.early > informationalAnswers) connection.socket.destroy();
          return;
        }
        if (performance.now() > input.endsAt) return fail(abortedCode);
        if (!isFinal(status) || isTooLarge(controller.rawHeaders)) return fail("BAD_ANSWER");
        state.status = status;
        drainTimer = setTimeout(() => answer(false), drainMs);
      },
      onResponseData(_, chunk) {
        state.drained += chunk.length;
        if (state.drained > drainBytes) answer(false);
      },
      onResponseEnd() {
        // A failing endpoint is next asked when the socket would be gone anyway.
        answer(state.status < 300);
      },
      onResponseError(_, error) {
        if (state.status) answer(false);
        else if (state.early <= informationalAnswers) fail(faultCode(error, state.answered));
      },
    };
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) return onAbort();
    connection.client.dispatch({ method: "POST", path, headers, body }, handler);
  });
}

function isInformational(status: number): boolean {
  return status > 101 && status < 200;
}

function isFinal(status: number): boolean {
  return status >= 200 && status <= 599;
}

function isTooLarge(rawHeaders: Dispatcher.DispatchController["rawHeaders"]): boolean {
  return Array.isArray(rawHeaders) && rawHeaders.length / 2 > maximumFields;
}

/** undici has one code for a connection that closed and for an answer it refuses; a begun answer tells them apart. */
function faultCode(error: Error, answered: boolean): string {
  const code = codeOf(error);
  if (code !== "UND_ERR_SOCKET") return code;
  return answered ? "BAD_ANSWER" : "CLOSED";
}
