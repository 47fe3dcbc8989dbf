import type { QueryClient } from "@tanstack/react-query";

import { toast } from "@/components/ui/toasts";
import { enableWebhook, retryNow } from "@/console/queries/webhook-recovery";
import { webhookQuery, type WebhookIds } from "@/console/queries/webhooks";
import { outcomeOf } from "@/console/text/attempt-outcome";

/**
 * Starts the next attempt now. A success is a toast, because a healthy webhook has no actions beside which to show it;
 * a failure is returned as a sentence.
 */
export async function retry(params: WebhookIds): Promise<string | null> {
  const attempt = await retryNow(params);
  if (attempt === null) return null;
  if (attempt.outcome !== "delivered") return outcomeOf(attempt);
  toast(outcomeOf(attempt));
  return null;
}

/** Enables a disabled webhook and shows it as it is then. */
export async function enable(params: WebhookIds, cache: QueryClient): Promise<null> {
  cache.setQueryData(webhookQuery(params).queryKey, await enableWebhook(params));
  return null;
}
