import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits until `poll` returns something that is neither false, null nor undefined, and returns it.
 * `what` completes "timed out waiting for …".
 * @throws after `deadlineMs`
 */
export async function eventually<T>(
  what: string,
  poll: () => T | Promise<T>,
  deadlineMs = 30_000,
): Promise<Exclude<NonNullable<T>, false>> {
  const endsAt = performance.now() + deadlineMs;
  for (;;) {
    const result = await poll();
    if (isPresent(result)) return result;
    if (performance.now() > endsAt)
      throw new Error(`timed out after ${deadlineMs / 1_000} s waiting for ${what}`);
    await sleep(10);
  }
}

function isPresent<T>(result: T): result is Exclude<NonNullable<T>, false> {
  return result !== null && result !== undefined && result !== false;
}
