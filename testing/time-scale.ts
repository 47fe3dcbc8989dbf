import { POLICY, retryWait } from "@/lib/delivery/policy";

/**
 * The waits of a day of failures. Deadline, lease and engine timings stay: endpoint and engine are
 * real.
 */
const OF_A_DAY = ["firstRetryMs", "lastRetryMs", "disableAfterMs", "paceMs"] as const;

/**
 * Makes waits pass `scale` times as fast in this process, without jitter. Call it before opening a
 * service, in a separate test file: the whole product takes its times from POLICY.
 * @returns a function that restores the times, for `afterAll`: other files share this process
 */
export function scaleTime(scale: number): () => void {
  const before = { ...POLICY };
  const scaled = Object.fromEntries(OF_A_DAY.map((name) => [name, POLICY[name] / scale]));
  // The SDK sleeps for whole seconds only, so every wait is left to the reconciler, which polls
  // proportionally faster.
  Object.assign(POLICY, scaled, { retryJitter: 0, waitInRunMs: 0, pollEveryMs: 10 });
  return () => void Object.assign(POLICY, before);
}

/**
 * The waits of a day of failures in milliseconds under the current policy, and what remains of the
 * day after them.
 */
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
