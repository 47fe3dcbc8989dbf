import { eventType, Inngest, staticSchema } from "inngest";

/**
 * The client of the engine. Always in cloud mode: only signed calls run a function. Settings:
 * `INNGEST_*`.
 */
export const inngest = new Inngest({ id: "tidemark", isDev: false });

/** Some filesystem changed; the database says which. */
export const changesCommitted = eventType("changes/committed");

/** A webhook is due. Carries only its id; a type is enough, because only we send events. */
export const webhookDue = eventType("webhook/due", {
  schema: staticSchema<{ webhook_id: string }>(),
});
