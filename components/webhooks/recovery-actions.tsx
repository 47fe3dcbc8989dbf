"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import {
  enableWebhook,
  retryNow,
  type Webhook,
  webhookQuery,
  type WebhookIds,
} from "@/console/queries/webhooks";
import { text } from "@/console/text/webhook-health";

/** The actions for an unhealthy webhook: retry now, or enable it again. */
export function RecoveryActions({ params, webhook }: { params: WebhookIds; webhook: Webhook }) {
  const cache = useQueryClient();
  // The response may be older than what the stream has pushed, so it is ignored.
  const retry = useMutation({ mutationFn: () => retryNow(params) });
  const enable = useMutation({
    mutationFn: () => enableWebhook(params),
    onSuccess: (enabled) => cache.setQueryData(webhookQuery(params).queryKey, enabled),
  });
  return (
    <>
      {webhook.state === "active" && (
        <Button aria-disabled={retry.isPending} onClick={() => retry.mutate()}>
          {text.retryNow}
        </Button>
      )}
      {webhook.disabled_reason === "failing" && (
        <Button aria-disabled={enable.isPending} onClick={() => enable.mutate()}>
          {text.enable}
        </Button>
      )}
      <div className="basis-full empty:hidden">
        <Failure error={retry.error ?? enable.error} messages={text.recoveryErrors} />
      </div>
    </>
  );
}
