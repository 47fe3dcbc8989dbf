import type { QueryClient } from "@tanstack/react-query";

import { toast } from "@/components/ui/toasts";
import { allWebhooksKey } from "@/console/queries/webhook-counts";
import { enableWebhook, retryNow } from "@/console/queries/webhook-recovery";
import { type Webhook, webhookQuery, type WebhookIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/webhook-health";
import { webhookAddress } from "@/console/text/webhook-label";

/**
 * Starts the next attempt now. A success is a toast, because a healthy webhook has no actions beside which to show it;
 * a failure is returned as a sentence. Its cause is shown where the webhook is.
 */
export async function retry(
  params: WebhookIds,
  cache: QueryClient,
  webhook: Webhook,
): Promise<string | null> {
  const attempt = await retryNow(params);
  void cache.invalidateQueries({ queryKey: allWebhooksKey(params.org_id) });
  if (attempt === null) return null;
  if (attempt.outcome !== "delivered") return text.retried(attempt.number);
  toast(text.delivered(webhookAddress(webhook), attempt.number));
  return null;
}

/** Enables a disabled webhook and shows it as it is then. */
export async function enable(params: WebhookIds, cache: QueryClient): Promise<null> {
  cache.setQueryData(webhookQuery(params).queryKey, await enableWebhook(params));
  void cache.invalidateQueries({ queryKey: allWebhooksKey(params.org_id) });
  return null;
}
