import { newId } from "@/lib/ids";
import type { Services } from "@/lib/services";

import type { Outcome } from "./outcome";
import { POLICY, retryWait } from "./policy";
import type { Sent } from "./send";
import type { Started } from "./start";

export type Settled = "idle" | "more" | "retry" | "fenced";

/**
 * Records an attempt and moves its webhook on, if the lease is still this attempt's.
 * @param random uniform in [0, 1), for the jitter of the next wait
 * @returns what comes next, and after a failure the milliseconds until the next attempt
 */
export async function settle(
  services: Services,
  webhookId: string,
  started: Started,
  sent: Sent,
  patienceMs: number,
  random: number,
): Promise<{ next: Settled; waitMs: number }> {
  const { outcome } = sent;
  const backoff = backoffOf(outcome, started.number, random);
  const name = outcome.kind === "failed" ? outcome.code : outcome.kind;
  const status = outcome.kind === "ours" ? null : (outcome.httpStatus ?? null);
  const firstByteAgo = sent.firstByteAt === null ? null : performance.now() - sent.firstByteAt;
  // Up to this wait the run itself comes back and the timer is only for its loss; beyond, the timer is all there is.
  const patience = backoff > POLICY.waitInRunMs ? 0 : patienceMs;
  const [row] = await services.db.$queryRaw<{ next: Settled }[]>`
    SELECT webhook_settle(${webhookId}, ${started.token}, ${newId("att")}, ${started.id}, ${started.number}::int,
      ${name}, ${outcome.detail}, ${status}::int,
      milliseconds(${sent.durationMs}::float8), milliseconds(${firstByteAgo}::float8), milliseconds(${backoff}::float8),
      milliseconds(${POLICY.paceMs}), milliseconds(${patience}), milliseconds(${POLICY.disableAfterMs})) AS next`;
  return { next: row?.next ?? "fenced", waitMs: backoff };
}

function backoffOf(outcome: Outcome, attempt: number, random: number): number {
  if (outcome.kind === "delivered") return 0;
  if (outcome.kind === "failed") return retryWait(attempt, random);
  const { min, max } = POLICY.ownFaultMs;
  return Math.round(min + (max - min) * random);
}
