import { setTimeout as sleep } from "node:timers/promises";

import { hostOf } from "@/lib/net/target";

import { abortedCode, openSocket } from "./connect";
import {
  type Connection,
  createConnection,
  destroyConnection,
  type IdleConnections,
} from "./connections";
import type { EgressRecord } from "./egress";
import {
  type Carrier,
  exchange,
  type Exchanged,
  type ExchangeInput,
  heldBackCode,
} from "./exchange";
import {
  classifyFault,
  classifyStatus,
  classifyTimeout,
  type Fault,
  type Outcome,
} from "./outcome";
import { findRoute, type RouteDeps } from "./route";
import { signMessage, steadyHeaders } from "./sign";

export type SendInput = {
  url: string;
  messageId: string;
  body: string;
  /** `whsec_…`, newest first. */
  secrets: readonly string[];
  /** The database's clock in Unix milliseconds; read at each start. */
  clock: () => number;
  /**
   * `performance.now()` value after which nothing may be written: another attempt may hold the
   * lease.
   */
  notAfter?: number;
  /** Sends it at most once (spec 7.36), so not on an idle socket, which may be stale. */
  once?: boolean;
};

export type AttemptDeps = RouteDeps & {
  idle: IdleConnections;
  listeners: Carrier;
  egress: EgressRecord;
  /** Least milliseconds between the starts of a request and its resend. */
  resendGapMs: number;
  userAgent: string;
};

/**
 * When an attempt must end: `signal` aborts at `endsAt` (monotonic ms), or earlier with the reason
 * `shutdown`.
 */
export type Deadline = { signal: AbortSignal; endsAt: number };

/**
 * `firstByteAt`: `performance.now()` just before the first byte of the last start; null if nothing
 * was written.
 */
export type Attempted = { outcome: Outcome; firstByteAt: number | null; starts: number };

/**
 * Makes one attempt: on an idle socket if there is one, else on a new one. An idle socket that
 * turns out to be stale costs at most one resend, `resendGapMs` after the first start. Never
 * rejects because of an endpoint. See spec 7.5, 7.6, 7.7, 7.8.
 */
export async function attempt(
  deps: AttemptDeps,
  input: SendInput,
  deadline: Deadline,
): Promise<Attempted> {
  const url = new URL(input.url);
  const host = hostOf(url);
  const progress: Progress = { firstByteAt: null, starts: 0 };
  const judge = (result: Result) =>
    judgeResult(result, deadline.signal, deps.egress.othersWorked(host));
  const sending = { url, deadline, progress };
  if (deps.listeners.carries(host)) {
    const carry = (request: ExchangeInput) => deps.listeners.exchange(host, request);
    return { outcome: judge(await post(deps, input, carry, sending)), ...progress };
  }
  const perform = async (connection: Connection) => {
    const result = await postOn(connection, deps, input, sending);
    // This process responding says nothing about the network.
    if (result.kind === "response" && host !== deps.testInbox.host) deps.egress.responded(host);
    if (result.kind === "response" && result.reusable) deps.idle.keep(url.origin, connection);
    return result;
  };
  const idle = input.once === true ? undefined : deps.idle.take(url.origin);
  const first = idle ? await perform(idle) : null;
  if (first && !isStale(first)) return { outcome: judge(first), ...progress };
  if (progress.firstByteAt !== null) {
    await pauseUntil(progress.firstByteAt + deps.resendGapMs, deadline.signal);
  }
  if (deadline.signal.aborted) return { outcome: judge(cutShort), ...progress };
  const opened = await open(deps, url, deadline.signal);
  if (opened.kind !== "open") return { outcome: judge(opened), ...progress };
  return { outcome: judge(await perform(opened.connection)), ...progress };
}

const cutShort: Result = { kind: "fault", fault: { phase: "http", code: abortedCode } };

type Progress = { firstByteAt: number | null; starts: number };

type Sending = { url: URL; deadline: Deadline; progress: Progress };

async function postOn(
  connection: Connection,
  deps: AttemptDeps,
  input: SendInput,
  sending: Sending,
): Promise<Exchanged> {
  try {
    return await post(deps, input, (request) => exchange(connection, request), sending);
  } catch (error) {
    // A failing secret or clock of our own must not leak the socket.
    await destroyConnection(connection);
    throw error;
  }
}

async function post(
  deps: AttemptDeps,
  input: SendInput,
  carry: (request: ExchangeInput) => Promise<Exchanged>,
  { url, deadline, progress }: Sending,
): Promise<Exchanged> {
  const { notAfter = Infinity } = input;
  const body = Buffer.from(input.body);
  return carry({
    path: url.pathname + url.search,
    headers: headersOf(input, body, deps.userAgent),
    body,
    ...deadline,
    onStart() {
      const at = performance.now();
      if (at > notAfter) return false;
      progress.firstByteAt = at;
      progress.starts += 1;
      return true;
    },
  });
}

function headersOf(input: SendInput, body: Buffer, userAgent: string): Record<string, string> {
  const { messageId, secrets, clock } = input;
  return {
    ...steadyHeaders(messageId, userAgent),
    ...signMessage({ messageId, timestamp: Math.floor(clock() / 1_000), body, secrets }),
  };
}

type OpenedConnection =
  | { kind: "open"; connection: Connection }
  | { kind: "blocked" }
  | { kind: "fault"; fault: Fault };

async function open(deps: AttemptDeps, url: URL, signal: AbortSignal): Promise<OpenedConnection> {
  const host = hostOf(url);
  const route = await unlessAborted(findRoute(host, deps), signal);
  if (!route) return { kind: "fault", fault: { phase: "dns", code: abortedCode } };
  if (route.kind === "blocked") return route;
  if (route.kind !== "route") {
    const code = route.kind === "nxdomain" ? route.kind : route.cause;
    return { kind: "fault", fault: { phase: "dns", code } };
  }
  const { addresses, port, secureContext } = route;
  const opened = await openSocket({ addresses, port, host, secureContext, signal });
  if (opened.kind === "fault") return opened;
  return {
    kind: "open",
    connection: createConnection(url.origin, opened.socket, performance.now()),
  };
}

const staleCodes = new Set(["CLOSED", "ECONNRESET", "EPIPE"]);

/** Whether the other side had closed an idle socket before it could read the request. */
function isStale(result: Exchanged): boolean {
  return result.kind === "fault" && !result.responded && staleCodes.has(result.fault.code);
}

type Result = Exchanged | Exclude<OpenedConnection, { kind: "open" }>;

function judgeResult(result: Result, signal: AbortSignal, othersWorked: boolean): Outcome {
  if (result.kind === "response") return classifyStatus(result.status);
  if (result.kind === "blocked") {
    return { kind: "failed", code: "blocked_address", detail: "blocked_address" };
  }
  const { fault } = result;
  if (fault.code === heldBackCode) return { kind: "ours", detail: "late" };
  if (fault.code !== abortedCode) return classifyFault(fault, othersWorked);
  return signal.reason === "shutdown"
    ? { kind: "ours", detail: "shutdown" }
    : classifyTimeout(fault.phase);
}

/** Waits until the monotonic `time` or the abort, whichever is first. */
async function pauseUntil(time: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.max(0, time - performance.now()), undefined, { signal }).catch(() => undefined);
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) return null;
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<null>((resolve) => {
    onAbort = () => resolve(null);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (onAbort) signal.removeEventListener("abort", onAbort);
  }
}
