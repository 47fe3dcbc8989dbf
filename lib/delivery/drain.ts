import { setTimeout as sleep } from "node:timers/promises";

import { createTurns } from "@/lib/concurrency/semaphore";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { unseal } from "@/lib/seal";
import type { Sent } from "@/lib/sender/send";
import type { Uses } from "@/lib/services";
import { secretPlace } from "@/lib/webhooks/secret";

import { defer } from "./defer";
import { changedMessage, type Message, resyncMessage } from "./message";
import { POLICY } from "./policy";
import { type Look, look } from "./read-next-delivery";
import { settle } from "./record-attempt";
import { pass } from "./skip-ahead";
import { start, type Started } from "./start";

type Needs = Uses<"db" | "keys" | "live" | "patienceMs" | "sender" | "settleDb">;

// Less than the process has connections: who has a slot must not queue behind those who only look.
const takeTurn = createTurns(POLICY.looks);

/**
 * Sends what one webhook is behind with, one message after the other, until it is up to date, fails, or the
 * step's share of messages and time is used. Any number of these may run for one webhook: the lease admits one.
 * @returns milliseconds after which somebody should come again, or null: nothing to do, or somebody else does it
 */
export async function drain(services: Needs, webhookId: string): Promise<number | null> {
  const endsAt = performance.now() + POLICY.drainMs;
  let messages = 0;
  for (let waitMs = 0; ;) {
    const spent = messages >= POLICY.drainMessages || performance.now() + waitMs > endsAt;
    if (spent || waitMs > POLICY.waitInsideMs) return Math.max(1, waitMs);
    if (waitMs > 0) await sleep(waitMs);
    const seen = await takeTurn(() => look(services, webhookId));
    if (seen === null || seen.busy) return null;
    waitMs = Math.max(0, Math.ceil(seen.wait_ms));
    if (waitMs > 0) continue;
    const message = nextMessage(seen, webhookId);
    if (message === "nothing") {
      if (!(await pass(services, webhookId, seen))) return null;
      continue;
    }
    const { admit, heldMs } = services.sender.slots;
    const leave = await admit(seen.org_id, seen.host);
    if (leave === null) {
      await defer(services, webhookId, heldMs(seen.org_id), Math.random());
      return null;
    }
    const result = await deliver(services, webhookId, seen, message).finally(leave);
    if (result === null) return null;
    messages += 1;
    if (result.next === "retry") return result.waitMs;
    if (result.next !== "more") return null;
    // Waited for before the next look, which would find nothing else to do.
    waitMs = Math.ceil(result.waitMs);
  }
}

/** The message to freeze; null: one is frozen already; "nothing": no change concerns the webhook. */
function nextMessage(seen: Look, webhookId: string): Message | null | "nothing" {
  if (seen.msg_id !== null) return null;
  const source = {
    webhookId,
    filesystemId: seen.filesystem_id,
    timestamp: new Date(seen.clock_ms),
  };
  if (seen.resync) return resyncMessage(source);
  if (seen.scanned === null || seen.events === null || seen.events.length === 0) return "nothing";
  // What fits into no message is fetched by the receiver.
  return changedMessage(source, seen.events, seen.scanned, seen.body_cap) ?? resyncMessage(source);
}

/** Start, send and settle of one message; null: somebody else was faster. */
async function deliver(services: Needs, webhookId: string, seen: Look, message: Message | null) {
  const frozen = message === null ? null : { ...message, id: newId("msg") };
  const askedAt = performance.now();
  const started = await start(services, webhookId, seen.rev, frozen);
  if (started === null) return null;
  const { patienceMs, live } = services;
  live.announce(seen.filesystem_id, webhookId);
  const sent = await send(services, webhookId, seen, started, askedAt);
  const leaseEndsAt = askedAt + POLICY.leaseMs;
  const random = Math.random();
  const settled = await settle(services, webhookId, started, sent, patienceMs, random, leaseEndsAt);
  live.announce(seen.filesystem_id, webhookId);
  return settled;
}

async function send(
  services: Uses<"keys" | "sender">,
  webhookId: string,
  seen: Look,
  started: Started,
  askedAt: number,
): Promise<Sent> {
  const startedAt = performance.now();
  const place = secretPlace(webhookId);
  try {
    return await services.sender.send({
      url: seen.url,
      messageId: started.id,
      body: started.body,
      secrets: seen.sealed.map((sealed) => unseal(services.keys, sealed, place)),
      // The database's clock carried on by our own monotonic one: our wall clock may be wrong.
      clock: () => started.clock_ms + (performance.now() - startedAt),
      notAfter: askedAt + POLICY.startToSendMs,
    });
  } catch (error) {
    // A secret we cannot open is our fault and no failure of the endpoint.
    log.error({ webhookId, err: error }, "an attempt could not be made");
    const outcome = { kind: "ours" as const, detail: "internal" };
    return { outcome, firstByteAt: null, starts: 0, durationMs: performance.now() - startedAt };
  }
}
