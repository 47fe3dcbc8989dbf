import { compareFunctions } from "@/lib/db/compare-functions";
import { RULE_NAMES, verify } from "@/lib/delivery/invariants/verify";

import type { Command } from "./command";

/**
 * `verify`: checks the invariants of the delivery protocol, and the SQL functions against
 * `prisma/functions`. Exit code 1 if one is violated.
 */
export const verifyDelivery: Command = {
  usage: "verify",
  summary:
    "check the rules of delivery and the SQL functions in the database; exit code 1 if one is broken",
  options: [],
  async run(db) {
    const violations = await verify(db);
    const differences = await compareFunctions(db);
    if (differences.length > 0)
      violations.push({
        rule: "functions-differ",
        means: "SQL functions in the database differ from prisma/functions",
        count: differences.length,
        ids: differences,
      });
    return { ok: violations.length === 0, rules: RULE_NAMES.length + 1, violations };
  },
};
