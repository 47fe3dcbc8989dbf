import type { Webhook } from "@/console/queries/webhooks";

/** Whether the status of a webhook is "healthy", at any time. Pages need no more of it at first. */
export const isHealthy = (webhook: Pick<Webhook, "state" | "failing_since">): boolean =>
  webhook.state === "active" && webhook.failing_since === null;
