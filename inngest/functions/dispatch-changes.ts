import { changesCommitted, inngest, webhookDue } from "@/inngest/client";
import { fanOutPending } from "@/lib/delivery/fan-out";
import { services } from "@/lib/services";

/** Fans out committed changes, and wakes the idle webhooks that they concern. */
export const dispatchChanges = inngest.createFunction(
  { id: "dispatch-changes", triggers: [changesCommitted], retries: 20 },
  async ({ step }) => {
    const webhookIds = await step.run("fan-out", () => fanOutPending(services()));
    if (webhookIds.length === 0) return;
    await step.sendEvent(
      "wake",
      webhookIds.map((webhook_id) => webhookDue.create({ webhook_id })),
    );
  },
);
