import { expect, test } from "vitest";

import { createSemaphore } from "./semaphore";

test("limits concurrency, in order of arrival, even when some work fails", async () => {
  const limit = createSemaphore(2);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const work = (n: number) => async () => {
    begun.push(n);
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
    if (n % 2 === 1) throw new Error(String(n));
    return n;
  };
  const all = Promise.allSettled([0, 1, 2, 3, 4].map((n) => limit(work(n))));
  for (let n = 0; n < 5; n++) {
    await expect.poll(() => ends.length).toBeGreaterThan(n);
    ends[n]?.();
  }
  expect((await all).map(({ status }) => status === "fulfilled")).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(2);
  await expect(limit(() => Promise.resolve("free"))).resolves.toBe("free");
});
