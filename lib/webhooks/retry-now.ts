import type { FilesystemContext } from "@/lib/auth/context";
import { Prisma } from "@/lib/db/client";

import { runVerb } from "./run-verb";

/**
 * Brings the waiting attempt of a webhook forward to now, or to when pacing allows it (spec 7.11).
 * While one is in flight it has no effect.
 * @throws AppError `not_found`; `webhook_not_retrying` when no message waits
 */
export const retryNow = (ctx: FilesystemContext, id: string) =>
  runVerb(
    ctx,
    id,
    "webhook.retried",
    Prisma.sql`SELECT webhook_retry_now(${id}, ${ctx.filesystemId}) AS refusal`,
  );
