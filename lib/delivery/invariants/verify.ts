import type { Db } from "@/lib/db/client";

import { LOG_RULES } from "./verify-log";
import { STATE_RULES } from "./verify-state";

/** A broken rule of the delivery protocol: what that means, and where, at most 20 ids. */
export type Violation = { rule: string; means: string; count: number; ids: string[] };

const SHOWN = 20;

/** The names of all rules, in the order in which they are checked. */
export const RULE_NAMES: readonly string[] = [...STATE_RULES, ...LOG_RULES].map(({ name }) => name);

/**
 * Checks every invariant of the delivery protocol on a live database, each in one statement and so
 * in one snapshot (spec 8.27). Reads only, and of the log only the newest messages.
 * @returns the broken rules
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
