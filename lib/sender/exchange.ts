import type { Dispatcher } from "undici";

import { abortedCode } from "./connect";
import { type Connection, destroyConnection } from "./connections";
import { codeOf, type Fault } from "./outcome";

/**
 * The result of one request on one connection. `responded`: at least one byte of a response
 * arrived.
 */
export type Exchanged =
  | { kind: "response"; status: number; reusable: boolean }
  | { kind: "fault"; fault: Fault; responded: boolean };

export type ExchangeInput = {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
  /** Called just before the first byte is written; false writes nothing. */
  onStart: () => boolean;
  signal: AbortSignal;
  /** Monotonic milliseconds after which a response is too late, however late the timer fires. */
  endsAt: number;
};

/** Carries requests for hosts that no socket leads to: those of listeners (spec 7.39). */
export type Carrier = {
  carries(host: string): boolean;
  /** Like `exchange`. @throws Error for a fault of our own */
  exchange(host: string, input: ExchangeInput): Promise<Exchanged>;
  close(): Promise<void>;
};

/** The fault code of a request that `onStart` refused. */
export const heldBackCode = "HELD_BACK";

const drainBytes = 16_384;
const drainMs = 250;
const maximumInformational = 64;
const maximumFields = 1_000;

/**
 * Sends one POST and reports the final status. The body is drained or the socket destroyed before
 * the promise resolves, and is never kept; after any fault the socket is closed. Never rejects. See
 * spec 7.7, 7.8.
 */
export function exchange(connection: Connection, input: ExchangeInput): Promise<Exchanged> {
  const { path, headers, body, signal } = input;
  return new Promise((resolve) => {
    const state = { done: false, responded: false, status: 0, drained: 0, early: 0 };
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
      finish({ kind: "fault", fault: { phase: "http", code }, responded: state.responded }, false);
    };
    const respond = (keep: boolean) => {
      finish({ kind: "response", status: state.status, reusable: keep }, keep);
    };
    const onAbort = () => (state.status ? respond(false) : fail(abortedCode));
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        if (!state.done && input.onStart()) return;
        fail(heldBackCode);
        controller.abort(new Error(heldBackCode));
      },
      onResponseStarted() {
        state.responded = true;
      },
      onResponseStart(controller, status) {
        if (isInformational(status)) {
          state.early += 1;
          // An endless series would only burn our time: stop reading and let the deadline pass.
          if (state.early > maximumInformational) connection.socket.destroy();
          return;
        }
        if (performance.now() > input.endsAt) return fail(abortedCode);
        if (!isFinal(status) || isTooLarge(controller.rawHeaders)) return fail("BAD_RESPONSE");
        state.status = status;
        drainTimer = setTimeout(() => respond(false), drainMs);
      },
      onResponseData(_, chunk) {
        state.drained += chunk.length;
        if (state.drained > drainBytes) respond(false);
      },
      onResponseEnd() {
        // The next request to a failing endpoint comes after the socket would be closed anyway.
        respond(state.status < 300);
      },
      onResponseError(_, error) {
        if (state.status) respond(false);
        else if (state.early <= maximumInformational) fail(faultCode(error, state.responded));
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

/**
 * undici has one code for a closed connection and a malformed response; a first byte tells them
 * apart.
 */
function faultCode(error: Error, responded: boolean): string {
  const code = codeOf(error);
  if (code !== "UND_ERR_SOCKET") return code;
  return responded ? "BAD_RESPONSE" : "CLOSED";
}
