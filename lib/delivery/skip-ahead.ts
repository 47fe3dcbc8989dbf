import type { Uses } from "@/lib/services";

import type { Look } from "./read-next-delivery";

/** Moves a webhook past changes that do not concern it. False: it moved on meanwhile. */
export async function pass(services: Uses<"db">, webhookId: string, seen: Look): Promise<boolean> {
  const [row] = await services.db.$queryRaw<{ passed: boolean }[]>`
    SELECT webhook_pass(${webhookId}, ${seen.rev}, ${seen.scanned}::text::bigint) AS passed`;
  return row?.passed ?? false;
}
