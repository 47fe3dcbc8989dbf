import { setTimeout as sleep } from "node:timers/promises";

import { newId } from "@/lib/ids";
import type { Outcome } from "@/lib/sender/outcome";
import type { Sent } from "@/lib/sender/send";
import type { Uses } from "@/lib/services";

import { POLICY, retryWait } from "./policy";
import type { Started } from "./start";

/**
 * What follows an attempt: nothing left, another message, a retry, or nothing because the lease was
 * lost.
 */
export type NextStep = "idle" | "more" | "retry" | "fenced";

type Waits = { backoffMs: number; waitMs: number };

/**
 * Records an attempt and moves its webhook on, if this attempt still holds the lease
 * (spec 7.5, 7.9). While the database is down it retries until `leaseEndsAt` (monotonic ms): an
 * acknowledged message should not be sent twice because of a restart.
 * @param waits `backoffMs`, and `waitMs` until the next attempt, which after a manual one is another
 * @returns the next step, and the milliseconds until the next attempt: the backoff after a failure,
 *   else the pace
 */
export async function recordAttempt(
  services: Uses<"recordSql" | "wakeupTimeoutMs">,
  webhookId: string,
  started: Started,
  sent: Sent,
  waits: Waits,
  leaseEndsAt: number,
): Promise<{ next: NextStep; waitMs: number }> {
  const attemptId = newId("att");
  for (;;) {
    // Read before the statement that tells the database the same, so that waiting this long after
    // it is enough.
    const paceLeft = Math.max(0, POLICY.paceMs - sinceFirstByte(sent));
    try {
      const next = await recordOnce(services, webhookId, started, sent, { attemptId, ...waits });
      return { next, waitMs: next === "more" ? paceLeft : waits.waitMs };
    } catch (error) {
      if (performance.now() + POLICY.recordRetryMs > leaseEndsAt) throw error;
      await sleep(POLICY.recordRetryMs);
    }
  }
}

async function recordOnce(
  services: Uses<"recordSql" | "wakeupTimeoutMs">,
  webhookId: string,
  started: Started,
  sent: Sent,
  { attemptId, backoffMs, waitMs }: Waits & { attemptId: string },
): Promise<NextStep> {
  const { outcome } = sent;
  const name = outcome.kind === "failed" ? outcome.code : outcome.kind;
  const status = outcome.kind === "ours" ? null : (outcome.httpStatus ?? null);
  const firstByteAgo = sent.firstByteAt === null ? null : sinceFirstByte(sent);
  // Up to this wait the run itself continues and the timer only covers its loss; beyond it, only
  // the timer does.
  const wakeupTimeout = waitMs > POLICY.waitInRunMs ? 0 : services.wakeupTimeoutMs;
  if (started.resend) {
    const [row] = await services.recordSql<{ next: NextStep }>`
      SELECT webhook_record_resend(${webhookId}, ${started.token}, ${attemptId}, ${started.id}, ${started.number}::int,
        ${name}, ${outcome.detail}, ${status}::int, milliseconds(${sent.durationMs}::float8),
        milliseconds(${firstByteAgo}::float8), milliseconds(${POLICY.paceMs}), milliseconds(${services.wakeupTimeoutMs})) AS next`;
    return row?.next ?? "fenced";
  }
  const [row] = await services.recordSql<{ next: NextStep }>`
    SELECT webhook_record(${webhookId}, ${started.token}, ${attemptId}, ${started.id}, ${started.number}::int,
      ${name}, ${outcome.detail}, ${status}::int,
      milliseconds(${sent.durationMs}::float8), milliseconds(${firstByteAgo}::float8), milliseconds(${backoffMs}::float8),
      milliseconds(${POLICY.leaseMs}), milliseconds(${POLICY.paceMs}), milliseconds(${wakeupTimeout}), milliseconds(${POLICY.disableAfterMs})) AS next`;
  return row?.next ?? "fenced";
}

/** Milliseconds; Infinity if nothing was sent, so that no pace is left. */
function sinceFirstByte({ firstByteAt }: Sent): number {
  return firstByteAt === null ? Infinity : performance.now() - firstByteAt;
}

/**
 * Milliseconds to wait after an attempt by its outcome (spec 7.9).
 * @param attempt its number without manual ones
 * @param random uniform in [0, 1), for jitter
 */
export function backoffAfter({ kind }: Outcome, attempt: number, random: number): number {
  if (kind === "delivered") return 0;
  if (kind === "failed") return retryWait(attempt, random);
  const { min, max } = POLICY.ownFaultMs;
  return Math.round(min + (max - min) * random);
}
