import { Pool } from "pg";
import { expect, test } from "vitest";

import { releasedOnce } from "./released-once";

test("an ended pool hands out an error and nothing to release", async () => {
  const pool = new Pool();
  await pool.end();
  const handed = await new Promise<unknown[]>((resolve) => {
    releasedOnce(pool).connect((...given) => resolve(given));
  });
  expect(handed).toEqual([expect.any(Error), undefined, undefined]);
});
