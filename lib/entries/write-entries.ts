import { type Db, Prisma } from "@/lib/db/client";

import type { Outcome } from "./outcome";

/** What to wake after a commit: webhooks by id, and whether changes are left to fan out. */
export type Wakeups = { woken: readonly string[]; marked: boolean };

/**
 * Runs a query of `entry_*` functions on one filesystem, and in the same transaction fans out what they changed
 * (spec 8.3). Sends the hints after the commit.
 * @returns a template tag, which resolves to the query's rows
 */
export type WriteEntries = (
  filesystemId: string,
) => <Row extends Outcome>(query: readonly string[], ...values: unknown[]) => Promise<Row[]>;

type Fanned = { woken: string[] | null; marked: boolean | null };

/**
 * @param limits how many changes a write fans out itself, and how long it leaves webhooks to their runs
 * @param notify called after each commit that changed something
 */
export function createWriteEntries(
  db: Db,
  { maxEvents, pickupMs }: { maxEvents: number; pickupMs: number },
  notify: (wakeups: Wakeups) => void,
): WriteEntries {
  return (filesystemId) =>
    async <Row extends Outcome>(query: readonly string[], ...values: unknown[]) => {
      // The count needs every row of the query, so the fan-out comes last.
      const rows = await db.$queryRaw<(Row & Fanned)[]>`
        WITH written AS MATERIALIZED (${Prisma.sql(query, ...values)}), fanned AS MATERIALIZED (
          SELECT f.woken, f.marked
          FROM filesystem_wake(${filesystemId}, ${maxEvents}::int, milliseconds(${pickupMs})) f
          WHERE (SELECT count(*) FROM written w WHERE w.code IS NULL) > 0)
        SELECT * FROM written LEFT JOIN fanned ON true`;
      const [first] = rows;
      if (first !== undefined && first.marked !== null)
        notify({ woken: first.woken ?? [], marked: first.marked });
      return rows;
    };
}
