import { inngest, webhookDue } from "@/inngest/client";
import { drain } from "@/lib/delivery/drain";
import { POLICY } from "@/lib/delivery/policy";
import { services } from "@/lib/services";

// Keeps a run far below the engine's limit of steps; a new run sends the rest.
const DRAINS = 4;

/**
 * Sends what one webhook is behind with, in retried steps with sleeps between them. Runs may be
 * lost, duplicated or late: the lease in the database admits one attempt at a time, and `wake_at`
 * triggers the next run.
 */
export const deliver = inngest.createFunction(
  { id: "deliver", triggers: [webhookDue], retries: 20 },
  async ({ event, step }) => {
    const { webhook_id, trace } = event.data;
    const { tracing } = services();
    const send = () => tracing.within(trace, () => drain(services(), webhook_id));
    for (let n = 1; n <= DRAINS; n++) {
      const waitMs = await step.run(`drain-${n}`, send);
      if (waitMs === null || waitMs > POLICY.waitInRunMs) return;
      await step.sleep(`wait-${n}`, waitMs);
    }
    await step.sendEvent("continue", webhookDue.create({ webhook_id }));
  },
);
