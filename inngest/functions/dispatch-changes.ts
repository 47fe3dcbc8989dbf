import { changesCommitted, inngest, webhookDue } from "@/inngest/client";
import { ringDirty } from "@/lib/delivery/fan-out";
import { services } from "@/lib/services";

/** Finds the webhooks that committed changes concern, and wakes those that sleep. */
export const dispatchChanges = inngest.createFunction(
  { id: "dispatch-changes", triggers: [changesCommitted], retries: 20 },
  async ({ step }) => {
    const webhookIds = await step.run("ring", () => ringDirty(services()));
    if (webhookIds.length === 0) return;
    await step.sendEvent(
      "wake",
      webhookIds.map((webhook_id) => webhookDue.create({ webhook_id })),
    );
  },
);
