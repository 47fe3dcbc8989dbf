import { setTimeout as sleep } from "node:timers/promises";

const DEADLINE_MS = 20_000;

/**
 * Waits until `poll` returns true. `what` completes "timed out waiting for …".
 * @throws after 20 seconds
 */
export async function eventually(what: () => string, poll: () => Promise<boolean> | boolean) {
  const endsAt = performance.now() + DEADLINE_MS;
  for (let pause = 5; !(await poll()); pause = Math.min(pause * 1.5, 200)) {
    if (performance.now() > endsAt) throw new Error(`timed out waiting for ${what()}`);
    await sleep(pause);
  }
}

/** @throws Error with what was expected */
export function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`expected ${what}`);
}
