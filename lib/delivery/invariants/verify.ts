import type { Db } from "@/lib/db/client";

import { LOG_RULES } from "./verify-log";
import { STATE_RULES } from "./verify-state";

/** A rule of the delivery protocol that does not hold: what that means, and for whom, at most 20 ids. */
export type Violation = { rule: string; means: string; count: number; ids: string[] };

const SHOWN = 20;

/** The names of all rules, in the order in which they are asked. */
export const RULE_NAMES: readonly string[] = [...STATE_RULES, ...LOG_RULES].map(({ name }) => name);

/**
 * Asks a live database whether every invariant of the delivery protocol holds, each in one statement and so in one
 * snapshot. Reads only; the log is looked at as far as its newest messages (spec 8.27).
 * @returns the rules that are broken, none of them when all is well
 */
export async function verify(db: Db): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { name, means, query } of [...STATE_RULES, ...LOG_RULES]) {
    const rows = await db.$queryRaw<{ id: string }[]>(query);
    const ids = [...new Set(rows.map(({ id }) => id))];
    if (ids.length > 0)
      violations.push({ rule: name, means, count: ids.length, ids: ids.slice(0, SHOWN) });
  }
  return violations;
}
