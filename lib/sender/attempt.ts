import { setTimeout as sleep } from "node:timers/promises";
import type { SecureContext } from "node:tls";

import { findTarget, hostOf, type TargetDeps } from "@/lib/net/target";

import { abortedCode, openSocket } from "./connect";
import {
  type Connection,
  createConnection,
  destroyConnection,
  type IdleConnections,
} from "./connections";
import type { EgressRecord } from "./egress";
import { exchange, type Exchanged, heldBackCode } from "./exchange";
import {
  classifyFault,
  classifyStatus,
  classifyTimeout,
  type Fault,
  type Outcome,
} from "./outcome";
import { signMessage, steadyHeaders } from "./sign";

export type SendInput = {
  url: string;
  messageId: string;
  body: string;
  /** `whsec_…`, newest first. */
  secrets: readonly string[];
  /** The database's clock in Unix milliseconds; asked at each start. */
  clock: () => number;
  /** `performance.now()` value after which nothing may be written any more: the lease may be another's. */
  notAfter?: number;
};

export type AttemptDeps = TargetDeps & {
  /** The trust for a host that goes where DNS says, or where `connectTo` says. */
  secureContext: (redirected: boolean) => SecureContext;
  idle: IdleConnections;
  egress: EgressRecord;
  userAgent: string;
};

/** When an attempt must end: `signal` aborts at `endsAt` (monotonic ms), or earlier with the reason `shutdown`. */
export type Deadline = { signal: AbortSignal; endsAt: number };

/** `firstByteAt`: `performance.now()` just before the first byte of the last start; null if nothing was written. */
export type Attempted = { outcome: Outcome; firstByteAt: number | null; starts: number };

// At least a second between starts, and a little for the way from here to the wire.
const resendGapMs = 1_020;

/**
 * Makes one attempt: on a waiting socket if there is one, else on a fresh one. A waiting socket that turns out to be stale
 * costs at most one resend, a second after the first start. Never rejects for what an endpoint does.
 * See spec 7.5, 7.6, 7.7, 7.8.
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
  const perform = async (connection: Connection) => {
    const result = await post(deps, input, connection, { url, deadline, progress });
    if (result.kind === "answer") deps.egress.answered(host);
    if (result.kind === "answer" && result.reusable) deps.idle.keep(url.origin, connection);
    return result;
  };
  const waiting = deps.idle.take(url.origin);
  const first = waiting ? await perform(waiting) : null;
  if (first && !isStale(first)) return { outcome: judge(first), ...progress };
  if (progress.firstByteAt !== null) {
    await pauseUntil(progress.firstByteAt + resendGapMs, deadline.signal);
  }
  if (deadline.signal.aborted) return { outcome: judge(cutShort), ...progress };
  const opened = await open(deps, url, deadline.signal);
  if (opened.kind !== "open") return { outcome: judge(opened), ...progress };
  return { outcome: judge(await perform(opened.connection)), ...progress };
}

const cutShort: Result = { kind: "fault", fault: { phase: "http", code: abortedCode } };

type Progress = { firstByteAt: number | null; starts: number };

async function post(
  deps: AttemptDeps,
  input: SendInput,
  connection: Connection,
  { url, deadline, progress }: { url: URL; deadline: Deadline; progress: Progress },
): Promise<Exchanged> {
  const { notAfter = Infinity } = input;
  try {
    const body = Buffer.from(input.body);
    return await exchange(connection, {
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
  } catch (error) {
    // A secret or a clock of ours that fails must not leave the socket behind.
    await destroyConnection(connection);
    throw error;
  }
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
  const target = await unlessAborted(findTarget(host, deps), signal);
  if (!target) return { kind: "fault", fault: { phase: "dns", code: abortedCode } };
  if (target.kind === "blocked") return target;
  if (target.kind !== "target") {
    const code = target.kind === "nxdomain" ? target.kind : target.cause;
    return { kind: "fault", fault: { phase: "dns", code } };
  }
  const { addresses, port, redirected } = target;
  const secureContext = deps.secureContext(redirected);
  const opened = await openSocket({ addresses, port, host, secureContext, signal });
  if (opened.kind === "fault") return opened;
  return {
    kind: "open",
    connection: createConnection(url.origin, opened.socket, performance.now()),
  };
}

const staleCodes = new Set(["CLOSED", "ECONNRESET", "EPIPE"]);

/** Whether a waiting socket had been closed by the other side before it could read the request. */
function isStale(result: Exchanged): boolean {
  return result.kind === "fault" && !result.answered && staleCodes.has(result.fault.code);
}

type Result = Exchanged | Exclude<OpenedConnection, { kind: "open" }>;

function judgeResult(result: Result, signal: AbortSignal, othersWorked: boolean): Outcome {
  if (result.kind === "answer") return classifyStatus(result.status);
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
