"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { handleRequestError } from "@/components/layout/session-watch";
import { Button } from "@/components/ui/button";
import { enableWebhook, retryNow } from "@/console/queries/webhook-recovery";
import { type Webhook, webhookQuery, type WebhookIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/webhook-health";

/** The actions for an unhealthy webhook: retry now, or enable it again. */
export function RecoveryActions({ params, webhook }: { params: WebhookIds; webhook: Webhook }) {
  const cache = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  // Not useMutation: this is the largest page of the console, and nothing else on it loads that code.
  const run = async (action: () => Promise<unknown>) => {
    if (isPending) return;
    setPending(true);
    setError(null);
    try {
      await action();
    } catch (caught) {
      handleRequestError(cache, caught);
      setError(caught instanceof Error ? caught : new Error(String(caught)));
    }
    setPending(false);
  };
  const enable = async () =>
    cache.setQueryData(webhookQuery(params).queryKey, await enableWebhook(params));
  return (
    <>
      {/* The response may be older than what the stream has pushed, so it is ignored. */}
      {webhook.state === "active" && (
        <Button aria-disabled={isPending} onClick={() => void run(() => retryNow(params))}>
          {text.retryNow}
        </Button>
      )}
      {webhook.disabled_reason === "failing" && (
        <Button aria-disabled={isPending} onClick={() => void run(enable)}>
          {text.enable}
        </Button>
      )}
      <div className="order-last basis-full empty:hidden">
        <Failure error={error} messages={text.recoveryErrors} />
      </div>
    </>
  );
}
