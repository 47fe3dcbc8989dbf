import { expect, test } from "vitest";

import { shareFor } from "./share-for";

test("all who ask during a run and shortly after it share it; a failure is not kept", async () => {
  let at = 0;
  let runs = 0;
  let isBroken = false;
  const ask = shareFor(
    1_000,
    async () => {
      runs += 1;
      if (isBroken) throw new Error("broken");
      return runs;
    },
    () => at,
  );
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  at = 999;
  expect(await ask()).toBe(1);
  at = 1_000;
  isBroken = true;
  expect((await Promise.allSettled([ask(), ask()])).map(({ status }) => status)).toEqual([
    "rejected",
    "rejected",
  ]);
  isBroken = false;
  expect(await ask()).toBe(3);
});
