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

const WORDS = {
  webhook_not_retrying: "Nothing waits any more.",
  webhook_not_disabled: "It is enabled already.",
  webhook_access_revoked:
    "Whoever made this webhook has lost access since. Create another one instead.",
};

/** What helps a webhook in trouble, once its endpoint works again: the waiting attempt now, or a new beginning. */
export function MendActions({ params, webhook }: { params: WebhookIds; webhook: Webhook }) {
  const cache = useQueryClient();
  // The answer may be older than what the stream says by now; what it brings about is told there.
  const retry = useMutation({ mutationFn: () => retryNow(params) });
  const enable = useMutation({
    mutationFn: () => enableWebhook(params),
    onSuccess: (enabled) => cache.setQueryData(webhookQuery(params).queryKey, enabled),
  });
  return (
    <>
      {webhook.state === "active" && (
        <Button aria-disabled={retry.isPending} onClick={() => retry.mutate()}>
          Retry now
        </Button>
      )}
      {webhook.disabled_reason === "failing" && (
        <Button aria-disabled={enable.isPending} onClick={() => enable.mutate()}>
          Enable
        </Button>
      )}
      <div className="basis-full empty:hidden">
        <Failure error={retry.error ?? enable.error} messages={WORDS} />
      </div>
    </>
  );
}
