import { expect, test } from "vitest";

import { createShares } from "./shares";

test("one asker holds no more than its share; others are not affected", async () => {
  const shares = createShares(2, 60_000);
  const order: string[] = [];
  await Promise.all([shares.take("a"), shares.take("a"), shares.take("b")]);
  const third = shares.take("a").then(() => order.push("third"));
  const fourth = shares.take("a").then(() => order.push("fourth"));
  await shares.take("b");
  expect(order).toEqual([]);
  shares.give("a");
  await third;
  expect(order).toEqual(["third"]);
  shares.give("a");
  await fourth;
  expect(order).toEqual(["third", "fourth"]);
});

test("who waits too long is refused and leaves the queue", async () => {
  const shares = createShares(1, 1);
  await shares.take("a");
  // The timer alone does not keep the process.
  const alive = setInterval(() => undefined, 1_000);
  await expect(shares.take("a")).rejects.toThrow("timeout exceeded when trying to connect");
  clearInterval(alive);
  shares.give("a");
  await shares.take("a");
});
