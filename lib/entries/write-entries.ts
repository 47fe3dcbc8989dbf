import type { Sql } from "@/lib/db/sql";

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

// What follows a query of `entry_*` functions. The count needs every row of it, so the fan-out comes last.
const FAN_OUT = [
  `), fanned AS MATERIALIZED (
    SELECT f.woken, f.marked FROM filesystem_wake(`,
  ", ",
  "::int, milliseconds(",
  `)) f
    WHERE (SELECT count(*) FROM written w WHERE w.code IS NULL) > 0)
  SELECT * FROM written LEFT JOIN fanned ON true`,
];

/**
 * @param limits how many changes a write fans out itself, and how long it leaves webhooks to their runs
 * @param notify called after each commit that changed something
 */
export function createWriteEntries(
  sql: Sql,
  { maxEvents, pickupMs }: { maxEvents: number; pickupMs: number },
  notify: (wakeups: Wakeups) => void,
): WriteEntries {
  const withFanOut = memoize(addFanOut);
  return (filesystemId) =>
    async <Row extends Outcome>(query: readonly string[], ...values: unknown[]) => {
      const limits = [filesystemId, maxEvents, pickupMs];
      const rows = await sql<Row & Fanned>(withFanOut(query), ...values, ...limits);
      const [first] = rows;
      if (first !== undefined && first.marked !== null)
        notify({ woken: first.woken ?? [], marked: first.marked });
      return rows;
    };
}

function addFanOut(query: readonly string[]): readonly string[] {
  const [first = "", ...rest] = query;
  const texts = [`WITH written AS MATERIALIZED (${first}`, ...rest];
  return [...texts.slice(0, -1), `${texts.at(-1)}${FAN_OUT[0]}`, ...FAN_OUT.slice(1)];
}

/** A template is one object for all of its calls. */
function memoize(add: (query: readonly string[]) => readonly string[]) {
  const known = new WeakMap<readonly string[], readonly string[]>();
  return (query: readonly string[]) => {
    const texts = known.get(query) ?? add(query);
    known.set(query, texts);
    return texts;
  };
}
