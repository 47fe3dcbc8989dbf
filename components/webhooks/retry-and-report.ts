import { toast } from "@/components/ui/toasts";
import { retryNow } from "@/console/queries/webhook-recovery";
import type { WebhookIds } from "@/console/queries/webhooks";
import { outcomeOf } from "@/console/text/failure-messages";

/**
 * Starts the next attempt now. A success is a toast, because a healthy webhook has no actions beside which to show it;
 * a failure is returned as a sentence.
 */
export async function retryAndReport(params: WebhookIds): Promise<string | null> {
  const attempt = await retryNow(params);
  if (attempt === null) return null;
  if (attempt.outcome !== "delivered") return outcomeOf(attempt);
  toast(outcomeOf(attempt));
  return null;
}
