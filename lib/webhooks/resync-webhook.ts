import type { FilesystemContext } from "@/lib/auth/context";
import { Prisma } from "@/lib/db/client";

import { runVerb } from "./run-verb";

/**
 * Makes the next message of a webhook a resync (spec 7.35).
 * @throws AppError `not_found`; `webhook_not_active` when it is paused or disabled
 */
export const resyncWebhook = (ctx: FilesystemContext, id: string) =>
  runVerb(
    ctx,
    id,
    "webhook.resynced",
    Prisma.sql`SELECT webhook_resync(${id}, ${ctx.filesystemId}) AS refusal`,
  );
