import { expect, test } from "vitest";

import { openTestPool } from "@/testing/pool";

import { renewLeases } from "./claim";

const { pool } = await openTestPool(2);

test("a run that has just failed or was parked counts as lost, and the others keep their leases", async () => {
  await pool.query(`INSERT INTO engine.run (id, function_id, event, state, owner, wake_at, failed_at, parked_at) VALUES
    ('held', 'f', '{}', '{}', 'me', now() + interval '1 s', NULL, NULL),
    ('failed', 'f', '{}', '{}', NULL, NULL, now(), NULL),
    ('parked', 'f', '{}', '{}', NULL, NULL, NULL, now())`);
  const held = ["held", "failed", "parked"].map((id) => ({ id, generation: 1 }));
  expect(await renewLeases(pool, held, 60_000)).toEqual(new Set(["failed", "parked"]));
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM engine.run WHERE wake_at > now() + interval '30 s'",
  );
  expect(rows).toEqual([{ id: "held" }]);
});
