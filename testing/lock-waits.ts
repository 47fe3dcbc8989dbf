import { expect } from "vitest";

import type { Db } from "@/lib/db/client";

/** Waits until so many statements wait for a lock; those of other tests' databases on the server don't count. */
export const lockWaits = (db: Db, count = 1) =>
  expect
    .poll(
      () => db.$queryRaw<unknown[]>`
        SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()`,
    )
    .toHaveLength(count);
