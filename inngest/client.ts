import { eventType, Inngest } from "inngest";
import { z } from "zod";

/**
 * The client of the engine. Always in cloud mode: only signed calls run a function. Settings:
 * `INNGEST_*`.
 */
export const inngest = new Inngest({ id: "tidemark", isDev: false });

/** Some filesystem changed; the database says which. */
export const changesCommitted = eventType("changes/committed", { schema: z.object({}) });

/** A webhook is due. Carries only its id. */
export const webhookDue = eventType("webhook/due", {
  schema: z.object({ webhook_id: z.string() }),
});
