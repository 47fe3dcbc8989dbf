import type { UserContext } from "@/lib/auth/context";

import { audit, type AuditEvent } from "./record";

// A page can show 1,000 organisations.
const TIMEOUT_MS = 20_000;

type View = `support.${string}`;

/**
 * Records a view by support staff, once for the service and once in the log of each organisation concerned
 * (spec 4.34). Call it before responding: a view that cannot be recorded must fail.
 */
export async function recordView(
  ctx: UserContext,
  action: View,
  orgIds: Iterable<string>,
  seen: Pick<AuditEvent, "target" | "details"> = { target: { type: "support", id: null } },
): Promise<void> {
  await ctx.services.db.$transaction(
    async (tx) => {
      for (const orgId of [null, ...new Set(orgIds)])
        await audit(tx, ctx, { ...seen, action, orgId });
    },
    { timeout: TIMEOUT_MS },
  );
}
