"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { later } from "@/components/ui/later";
import {
  enableWebhook,
  retryNow,
  type Webhook,
  webhookQuery,
  type WebhookIds,
} from "@/lib/client/webhooks";

const RotateDialog = later(async () => (await import("./rotate-dialog")).RotateDialog);
const DeleteDialog = later(async () => (await import("./delete-dialog")).DeleteDialog);

const WORDS = {
  webhook_not_retrying: "Nothing waits any more.",
  webhook_not_disabled: "It is enabled already.",
  webhook_access_revoked:
    "Whoever made this webhook has lost access since. Create another one instead.",
};

type Props = { params: WebhookIds; webhook: Webhook };

/** What can be done with a webhook as it stands. */
export function WebhookActions({ params, webhook }: Props) {
  const cache = useQueryClient();
  const [open, setOpen] = useState<"rotate" | "delete" | null>(null);
  // The answer may be older than what the stream says by now; what it brings about is told there.
  const retry = useMutation({ mutationFn: () => retryNow(params) });
  const enable = useMutation({
    mutationFn: () => enableWebhook(params),
    onSuccess: (enabled) => cache.setQueryData(webhookQuery(params).queryKey, enabled),
  });
  const isDisabled = webhook.state === "disabled";
  return (
    <div className="flex max-w-full flex-col items-end gap-2">
      <div className="flex flex-wrap gap-2">
        {!isDisabled && webhook.failing_since !== null && (
          <Button aria-disabled={retry.isPending} onClick={() => retry.mutate()}>
            Retry now
          </Button>
        )}
        {isDisabled && webhook.disabled_reason !== "access_revoked" && (
          <Button aria-disabled={enable.isPending} onClick={() => enable.mutate()}>
            Enable
          </Button>
        )}
        <Button variant="secondary" onClick={() => setOpen("rotate")}>
          Rotate secret
        </Button>
        <Button variant="danger" onClick={() => setOpen("delete")}>
          Delete
        </Button>
      </div>
      <Failure error={retry.error ?? enable.error} words={WORDS} />
      {open === "rotate" && <RotateDialog params={params} onClose={() => setOpen(null)} />}
      {open === "delete" && (
        <DeleteDialog params={params} url={webhook.url} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}
