import type { FilesystemContext } from "@/lib/auth/context";
import { Prisma } from "@/lib/db/client";

import { runVerb } from "./run-verb";

/**
 * Resumes a paused webhook where it stopped (spec 7.33).
 * @throws AppError `not_found`; `webhook_not_paused` when it is active or disabled
 */
export const resumeWebhook = (ctx: FilesystemContext, id: string) =>
  runVerb(
    ctx,
    id,
    "webhook.resumed",
    Prisma.sql`SELECT webhook_resume(${id}, ${ctx.filesystemId}) AS refusal`,
  );
