import { setTimeout as sleep } from "node:timers/promises";

import { newId } from "@/lib/ids";
import type { Outcome } from "@/lib/sender/outcome";
import type { Sent } from "@/lib/sender/send";
import type { Uses } from "@/lib/services";

import { POLICY, retryWait } from "./policy";
import type { Started } from "./start";

export type Settled = "idle" | "more" | "retry" | "fenced";

const TRY_AGAIN_MS = 250;

/**
 * Records an attempt and moves its webhook on, if the lease is still this attempt's. While the database is away it tries
 * on until `leaseEndsAt` (monotonic ms): an acknowledged message should not be sent twice for a restart.
 * @param random uniform in [0, 1), for the jitter of the next wait
 * @returns what comes next, and the milliseconds until the next attempt: after a failure the backoff, else the pace
 */
export async function settle(
  services: Uses<"settleDb">,
  webhookId: string,
  started: Started,
  sent: Sent,
  patienceMs: number,
  random: number,
  leaseEndsAt: number,
): Promise<{ next: Settled; waitMs: number }> {
  const waitMs = backoffOf(sent.outcome, started.number, random);
  const attemptId = newId("att");
  for (;;) {
    // Taken before the statement that tells the database the same, so that waiting this long after it is enough.
    const paceLeft = Math.max(0, POLICY.paceMs - sinceFirstByte(sent));
    try {
      const next = await settleOnce(services, webhookId, started, sent, {
        attemptId,
        waitMs,
        patienceMs,
      });
      return { next, waitMs: next === "more" ? paceLeft : waitMs };
    } catch (error) {
      if (performance.now() + TRY_AGAIN_MS > leaseEndsAt) throw error;
      await sleep(TRY_AGAIN_MS);
    }
  }
}

type Step = { attemptId: string; waitMs: number; patienceMs: number };

async function settleOnce(
  services: Uses<"settleDb">,
  webhookId: string,
  started: Started,
  sent: Sent,
  { attemptId, waitMs, patienceMs }: Step,
): Promise<Settled> {
  const { outcome } = sent;
  const name = outcome.kind === "failed" ? outcome.code : outcome.kind;
  const status = outcome.kind === "ours" ? null : (outcome.httpStatus ?? null);
  const firstByteAgo = sent.firstByteAt === null ? null : sinceFirstByte(sent);
  // Up to this wait the run itself comes back and the timer is only for its loss; beyond, the timer is all there is.
  const patience = waitMs > POLICY.waitInRunMs ? 0 : patienceMs;
  const [row] = await services.settleDb.$queryRaw<{ next: Settled }[]>`
    SELECT webhook_settle(${webhookId}, ${started.token}, ${attemptId}, ${started.id}, ${started.number}::int,
      ${name}, ${outcome.detail}, ${status}::int,
      milliseconds(${sent.durationMs}::float8), milliseconds(${firstByteAgo}::float8), milliseconds(${waitMs}::float8),
      milliseconds(${POLICY.leaseMs}), milliseconds(${POLICY.paceMs}), milliseconds(${patience}), milliseconds(${POLICY.disableAfterMs})) AS next`;
  return row?.next ?? "fenced";
}

/** Milliseconds; what was never sent counts from now, which no pace is left of. */
function sinceFirstByte({ firstByteAt }: Sent): number {
  return firstByteAt === null ? Infinity : performance.now() - firstByteAt;
}

function backoffOf(outcome: Outcome, attempt: number, random: number): number {
  if (outcome.kind === "delivered") return 0;
  if (outcome.kind === "failed") return retryWait(attempt, random);
  const { min, max } = POLICY.ownFaultMs;
  return Math.round(min + (max - min) * random);
}
