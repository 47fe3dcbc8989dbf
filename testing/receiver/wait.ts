import { setTimeout as sleep } from "node:timers/promises";

/** Waits until the condition gives something else than false or undefined; fails after `ms`. */
export async function until<T>(
  condition: () => T | false | undefined | Promise<T | false | undefined>,
  what: string,
  ms = 10_000,
): Promise<T> {
  const giveUpAt = performance.now() + ms;
  while (performance.now() < giveUpAt) {
    const found = await condition();
    if (found !== false && found !== undefined) return found;
    await sleep(5);
  }
  throw new Error(`waited ${ms} ms in vain until ${what}`);
}
