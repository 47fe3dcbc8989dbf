import { RULE_NAMES, verify } from "@/lib/delivery/invariants/verify";

import type { Command } from "./command";

/** `verify`: asks whether every invariant of the delivery protocol holds; exit code 1 when one does not. */
export const verifyDelivery: Command = {
  usage: "verify",
  options: [],
  async run(db) {
    const violations = await verify(db);
    return { ok: violations.length === 0, rules: RULE_NAMES.length, violations };
  },
};
