import { lazyWithRetry } from "@/components/ui/lazy-with-retry";

/** The dialogs of a webhook, whose code comes with the first that opens. */
export const WebhookDialog = lazyWithRetry(
  async () => (await import("./webhook-dialog")).WebhookDialog,
);
