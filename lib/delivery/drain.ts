import { setTimeout as sleep } from "node:timers/promises";

import { createSemaphore } from "@/lib/concurrency/semaphore";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { unseal } from "@/lib/seal";
import type { Sent } from "@/lib/sender/send";
import type { Uses } from "@/lib/services";
import { secretContext } from "@/lib/webhooks/secret";

import { whileActive } from "./active-drains";
import { defer } from "./defer";
import { changedMessage, type Message, resyncMessage } from "./message";
import { POLICY } from "./policy";
import { type NextDelivery, readNextDelivery } from "./read-next-delivery";
import { backoffAfter, recordAttempt } from "./record-attempt";
import { skipAhead } from "./skip-ahead";
import { start, type Started, startResend } from "./start";

type Needs = Uses<
  | "db"
  | "sql"
  | "keys"
  | "live"
  | "metrics"
  | "tracing"
  | "wakeupTimeoutMs"
  | "sender"
  | "recordSql"
>;

// Fewer than the process has connections: attempts must not queue behind reads.
const limitReads = createSemaphore(POLICY.reads);

/**
 * Sends what one webhook is behind with, one message after the other, until it is up to date,
 * fails, or the step's share of messages and time is used. Any number of these may run for one
 * webhook: the lease admits one.
 * @param random uniform in [0, 1), for jitter
 * @returns milliseconds after which to drain again; null if there is nothing to do or another run
 *   does it
 */
export function drain(
  services: Needs,
  webhookId: string,
  random: () => number = Math.random,
): Promise<number | null> {
  return whileActive(webhookId, () => sendAll(services, webhookId, random));
}

async function sendAll(
  services: Needs,
  webhookId: string,
  random: () => number,
): Promise<number | null> {
  const endsAt = performance.now() + POLICY.drainMs;
  let messages = 0;
  for (let waitMs = 0; ;) {
    const spent = messages >= POLICY.drainMessages || performance.now() + waitMs > endsAt;
    // A process that stops leaves the rest to the next one.
    if (spent || waitMs > POLICY.waitInsideMs || services.sender.isRetired())
      return Math.max(1, waitMs);
    if (waitMs > 0) await sleep(waitMs);
    const seen = await limitReads(() => readNextDelivery(services, webhookId));
    if (seen === null || seen.busy) return null;
    waitMs = Math.max(0, Math.ceil(seen.wait_ms));
    if (waitMs > 0) continue;
    const message = nextMessage(seen, webhookId);
    if (message === "nothing") {
      if (!(await skipAhead(services, webhookId, seen))) return null;
      continue;
    }
    const leave = await admit(services, seen);
    if (typeof leave === "number") {
      await defer(services, webhookId, leave, random());
      return null;
    }
    const result = await deliver(services, webhookId, seen, message, random).finally(leave);
    if (result === null) return null;
    messages += 1;
    if (result.next === "retry") return result.waitMs;
    if (result.next !== "more") return null;
    // Waited for before the next read, which would find nothing to do until then.
    waitMs = Math.ceil(result.waitMs);
  }
}

/** Takes a slot and the host's turn: the function that releases the slot, or in about how many milliseconds to try again. */
async function admit({ sender }: Uses<"sender">, { org_id, host }: NextDelivery) {
  const leave = await sender.slots.admit(org_id, host);
  if (leave === null) return sender.slots.heldMs(org_id);
  const earlyMs = sender.pace(host);
  if (earlyMs === 0) return leave;
  leave();
  return earlyMs;
}

/**
 * The message to freeze; null: one is stored already; "nothing": no change concerns the webhook.
 */
function nextMessage(seen: NextDelivery, webhookId: string): Message | null | "nothing" {
  if (seen.resend || seen.msg_id !== null) return null;
  const source = {
    webhookId,
    filesystemId: seen.filesystem_id,
    timestamp: new Date(seen.clock_ms),
  };
  if (seen.resync) return resyncMessage(source);
  if (seen.scanned === null || seen.events === null || seen.events.length === 0) return "nothing";
  // A change that fits into no message: a resync makes the receiver fetch it.
  return changedMessage(source, seen.events, seen.scanned, seen.body_cap) ?? resyncMessage(source);
}

/** Starts, sends and records one attempt; null: another run was faster, or it is postponed. */
async function deliver(
  services: Needs,
  webhookId: string,
  seen: NextDelivery,
  message: Message | null,
  random: () => number,
) {
  const frozen = message === null ? null : { ...message, id: newId("msg") };
  const askedAt = performance.now();
  const started = seen.resend
    ? await startResend(services, webhookId, seen.rev)
    : await start(services, webhookId, seen.rev, frozen);
  if (started === "busy") await defer(services, webhookId, 0, random());
  if (started === null || started === "busy") return null;
  const { live } = services;
  live.announce(seen.filesystem_id, webhookId);
  const sent = await traced(services, started, () =>
    send(services, webhookId, seen, started, askedAt),
  );
  measure(services, seen, frozen !== null, sent);
  const leaseEndsAt = askedAt + POLICY.leaseMs;
  const backoffMs = backoffAfter(sent.outcome, started.number - seen.manual_retries, random());
  // After a failed manual attempt, what is left until the retry that was scheduled (spec 7.11).
  const isManual = sent.outcome.kind === "failed" && seen.scheduled_ms !== null;
  const waitMs = isManual
    ? Math.max(0, Math.round((seen.scheduled_ms ?? 0) - performance.now() + askedAt))
    : backoffMs;
  const waits = { backoffMs, waitMs };
  const recorded = await recordAttempt(services, webhookId, started, sent, waits, leaseEndsAt);
  live.announce(seen.filesystem_id, webhookId);
  return recorded;
}

const nameOf = ({ outcome }: Sent) => (outcome.kind === "failed" ? outcome.code : outcome.kind);

/** The request alone, as nothing of it tells the endpoint that it is traced. */
function traced(
  { tracing }: Uses<"tracing">,
  { number, resend }: Started,
  run: () => Promise<Sent>,
): Promise<Sent> {
  const attributes = { "tidemark.attempt": number, "tidemark.resend": resend };
  return tracing.span({ name: "delivery attempt", kind: "client", attributes }, async (span) => {
    const sent = await run();
    span.set("tidemark.outcome", nameOf(sent));
    if (sent.outcome.kind !== "delivered") span.fail(nameOf(sent));
    return sent;
  });
}

function measure(
  { metrics }: Uses<"metrics">,
  { oldest_ms: age, read_at: readAt }: NextDelivery,
  isFirst: boolean,
  sent: Sent,
): void {
  const { durationMs, firstByteAt } = sent;
  metrics.attempt(nameOf(sent), durationMs / 1_000);
  if (isFirst && age !== null && firstByteAt !== null)
    metrics.delivery((age + firstByteAt - readAt) / 1_000);
}

async function send(
  services: Uses<"keys" | "sender">,
  webhookId: string,
  seen: NextDelivery,
  started: Started,
  askedAt: number,
): Promise<Sent> {
  const startedAt = performance.now();
  const context = secretContext(webhookId);
  try {
    return await services.sender.send({
      url: seen.url,
      messageId: started.id,
      body: started.body,
      secrets: seen.sealed.map((sealed) => unseal(services.keys, sealed, context)),
      // The database's clock, advanced by our monotonic one: our wall clock may be wrong.
      clock: () => started.clock_ms + (performance.now() - startedAt),
      notAfter: askedAt + POLICY.startToSendMs,
      once: started.resend,
    });
  } catch (error) {
    // A secret that cannot be unsealed is our fault, not the endpoint's.
    log.error({ webhookId, err: error }, "failed to make an attempt");
    const outcome = { kind: "ours" as const, detail: "internal" };
    return { outcome, firstByteAt: null, starts: 0, durationMs: performance.now() - startedAt };
  }
}
