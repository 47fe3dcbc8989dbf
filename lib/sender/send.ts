import tls from "node:tls";

import { createPace, type Pace } from "@/lib/concurrency/pace";
import type { Resolver } from "@/lib/net/resolve";
import type { ConnectTo } from "@/lib/net/target";

import { attempt, type Attempted, type SendInput } from "./attempt";
import { createIdleConnections } from "./connections";
import { createEgressRecord } from "./egress";
import type { Carrier } from "./exchange";
import type { LocalHost } from "./route";
import { createSlots, type Slots } from "./slots";

export type SenderOptions = {
  connectTo: ConnectTo;
  /** PEM, trusted beside the system's roots, only for hosts in `connectTo`. */
  extraCa?: string | undefined;
  resolver: Resolver;
  testInbox: LocalHost;
  listeners: Carrier;
  /** Milliseconds from the call to the end of the response's headers, DNS included. */
  deadlineMs: number;
  /** Least milliseconds between the starts of a request and its resend. */
  resendGapMs: number;
  /** Attempts in flight at once, and milliseconds that one may wait for a slot. */
  slots: { count: number; waitMs: number };
  /** Attempts at one host in a second. */
  attemptsPerHost: number;
  userAgent: string;
};

export type Sent = Attempted & { durationMs: number };

export type Sender = {
  /** One attempt; never rejects because of an endpoint. See spec 7.20. */
  send(input: SendInput): Promise<Sent>;
  /** Slots for attempts, shared fairly between organisations and hosts (spec 8.25). */
  slots: Slots;
  /** Turns of attempts at a host (spec 8.25). */
  pace: Pace;
  /** Lets no attempt begin from now on; those in flight have their time. */
  retire(): void;
  isRetired(): boolean;
  /**
   * Ends attempts in flight as `ours` and closes every socket; later calls end as `ours` at once.
   */
  close(): Promise<void>;
};

const now = () => performance.now();
// As many endpoints as are called within the 4 s that a socket stays idle: with fewer, each
// endpoint would find its socket just closed to make room for another's.
const maxIdle = 1_024;
const maxAgeMs = 60_000;

/**
 * The sender of a process, with its idle sockets, trusted authorities and deadline. See
 * spec 7.6, 7.7, 7.8, 7.9.
 */
export function createSender(options: SenderOptions): Sender {
  const { connectTo, resolver, testInbox, listeners, userAgent, resendGapMs } = options;
  const idle = createIdleConnections({ maxIdle, maxAgeMs, now });
  const secureContext = createTrust(options.extraCa);
  const deps = {
    connectTo,
    resolver,
    testInbox,
    listeners,
    userAgent,
    resendGapMs,
    idle,
    secureContext,
    egress: createEgressRecord(now),
  };
  const running = new Map<AbortController, Promise<unknown>>();
  let closed = false;
  let isRetired = false;

  const send = async (input: SendInput, stop: AbortController): Promise<Sent> => {
    const startedAt = now();
    const endsAt = startedAt + options.deadlineMs;
    const timer = setTimeout(() => stop.abort("deadline"), options.deadlineMs);
    if (closed) stop.abort("shutdown");
    try {
      const attempted = await attempt(deps, input, { signal: stop.signal, endsAt });
      return { ...attempted, durationMs: Math.round(now() - startedAt) };
    } finally {
      clearTimeout(timer);
      running.delete(stop);
    }
  };
  return {
    slots: createSlots(options.slots.count, options.slots.waitMs, now),
    pace: createPace(options.attemptsPerHost, now),
    send(input) {
      const stop = new AbortController();
      const sending = send(input, stop);
      running.set(stop, sending);
      return sending;
    },
    retire: () => void (isRetired = true),
    isRetired: () => isRetired,
    async close() {
      closed = true;
      for (const stop of running.keys()) stop.abort("shutdown");
      await Promise.allSettled(running.values());
      await idle.close();
      await Promise.all([testInbox.close(), listeners.close()]);
    },
  };
}

/**
 * One TLS context per set of authorities: building one takes milliseconds, too long for every
 * request.
 */
function createTrust(extraCa: string | undefined): (redirected: boolean) => tls.SecureContext {
  const system = tls.createSecureContext();
  const redirectedTrust =
    extraCa === undefined
      ? system
      : tls.createSecureContext({ ca: [...tls.rootCertificates, extraCa] });
  return (redirected) => (redirected ? redirectedTrust : system);
}
