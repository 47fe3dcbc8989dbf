import type { FilesystemContext } from "@/lib/auth/context";
import { Prisma } from "@/lib/db/client";

import { runVerb } from "./run-verb";

/**
 * Pauses a webhook (spec 7.33): no attempt starts once this has committed.
 * @throws AppError `not_found`; `webhook_not_active` when it is paused or disabled
 */
export const pauseWebhook = (ctx: FilesystemContext, id: string) =>
  runVerb(
    ctx,
    id,
    "webhook.paused",
    Prisma.sql`SELECT webhook_pause(${id}, ${ctx.filesystemId}) AS refusal`,
  );
