import { POLICY, retryWait } from "@/lib/delivery/policy";

/** What a failing day consists of. Deadline, lease and the engine's own times stay: endpoint and engine are real. */
const OF_A_DAY = ["firstRetryMs", "lastRetryMs", "disableAfterMs", "paceMs"] as const;

/**
 * Lets the time of waits pass `scale` times as fast in this process, without jitter. Call it before a service is opened, in
 * a test file of its own: every part of the product takes its times from POLICY.
 * @returns what makes them as they were, for `afterAll`: other files run in this process too
 */
export function scaleTime(scale: number): () => void {
  const before = { ...POLICY };
  const scaled = Object.fromEntries(OF_A_DAY.map((name) => [name, POLICY[name] / scale]));
  // The SDK sleeps for whole seconds only, so that every wait is the guard's, who has to look that much more often.
  Object.assign(POLICY, scaled, { retryJitter: 0, waitInRunMs: 0, guardMs: 10 });
  return () => void Object.assign(POLICY, before);
}

/** The waits of a day of failures in milliseconds, as the policy now is, and what is left of the day after them. */
export function waitsOfADay(): { waits: number[]; restMs: number } {
  const waits: number[] = [];
  let at = 0;
  for (
    let wait = retryWait(1, 1);
    at + wait < POLICY.disableAfterMs;
    wait = retryWait(waits.length + 1, 1)
  ) {
    waits.push(wait);
    at += wait;
  }
  return { waits, restMs: POLICY.disableAfterMs - at };
}
