import { eventType, Inngest, staticSchema } from "inngest";

/**
 * The client of the engine. Always in cloud mode: only signed calls run a function. A call runs
 * several steps and reports them together: the database, not the engine, knows what was done.
 * Settings: `INNGEST_*`.
 */
export const inngest = new Inngest({
  id: "tidemark",
  isDev: false,
  checkpointing: { bufferedSteps: 20 },
});

/** Some filesystem changed; the database says which. */
export const changesCommitted = eventType("changes/committed");

/**
 * A webhook is due. Carries its id, and with tracing the span of the write that woke it; a type is enough, because only
 * we send events.
 */
export const webhookDue = eventType("webhook/due", {
  schema: staticSchema<{ webhook_id: string; trace?: string }>(),
});

/** The blobs of the store are swept from a hash on. */
export const storeSwept = eventType("store/swept", { schema: staticSchema<{ from: string }>() });
