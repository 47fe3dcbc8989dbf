import { setTimeout as sleep } from "node:timers/promises";

import { reason, type Reporter } from "./report";

const SHORTEST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** Retries `work` until it succeeds or the receiver stops, with growing pauses. Never throws. */
export async function persist(
  what: string,
  work: () => Promise<void>,
  report: Reporter,
  signal: AbortSignal,
): Promise<void> {
  for (let pause = SHORTEST_PAUSE_MS; !signal.aborted;) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) return;
      report({ event: "trouble", while: what, reason: reason(error) });
    }
    await sleep(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

/** Returns a function that runs tasks one at a time, in call order. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
