import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits until `look` answers something that is neither false, null nor undefined, and returns it.
 * @throws after `deadlineMs`, naming what was waited for
 */
export async function eventually<T>(
  what: string,
  look: () => T | Promise<T>,
  deadlineMs = 30_000,
): Promise<NonNullable<T>> {
  const endsAt = performance.now() + deadlineMs;
  for (;;) {
    const seen = await look();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    if (performance.now() > endsAt) throw new Error(`waited ${deadlineMs} ms in vain: ${what}`);
    await sleep(10);
  }
}
