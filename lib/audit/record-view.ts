import type { PersonContext } from "@/lib/auth/context";

import { audit } from "./record";

// A page can show a thousand organisations.
const TIMEOUT_MS = 20_000;

type View = `support.${string}`;

/**
 * Notes that support staff is about to see something: once for the service and once in the log of each organisation that
 * is concerned (spec 4.34). Call it before answering; without the note there is no answer.
 */
export async function auditView(
  ctx: PersonContext,
  action: View,
  orgIds: Iterable<string>,
  target = { type: "support", id: null as string | null },
): Promise<void> {
  await ctx.services.db.$transaction(
    async (tx) => {
      for (const orgId of [null, ...new Set(orgIds)])
        await audit(tx, ctx, { action, target, orgId });
    },
    { timeout: TIMEOUT_MS },
  );
}
