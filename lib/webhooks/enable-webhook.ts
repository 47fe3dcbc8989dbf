import type { FilesystemContext } from "@/lib/auth/context";
import { Prisma } from "@/lib/db/client";

import { runVerb } from "./run-verb";

/**
 * Enables a webhook that was disabled for failing (spec 7.10): its waiting message is dropped and
 * the next one is a resync.
 * @throws AppError `not_found`, `webhook_not_disabled`; `webhook_access_revoked` when its creator
 *   can no longer read
 */
export const enableWebhook = (ctx: FilesystemContext, id: string) =>
  runVerb(
    ctx,
    id,
    "webhook.enabled",
    Prisma.sql`SELECT webhook_enable(${id}, ${ctx.orgId}, ${ctx.filesystemId}) AS refusal`,
  );
