"use client";

import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Submit } from "@/components/ui/submit";
import type { Webhook, WebhookIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/webhook-dialogs";
import { webhookAddress, webhookLabel } from "@/console/text/webhook-label";
import { isReserved } from "@/lib/contract/listener-url";

import { useDelete } from "./use-delete";

type Props = { params: WebhookIds; webhook: Webhook; onClose: () => void };

/**
 * Deletes a webhook after its host and path were typed to confirm; a test inbox or a listener is as quickly created
 * again.
 */
export function DeleteDialog({ params, webhook, onClose }: Props) {
  const [typed, setTyped] = useState("");
  const address = webhookAddress(webhook);
  const remove = useDelete(params);
  const isEasy = isReserved(webhook);
  const isConfirmed = isEasy || typed.trim() === address;
  return (
    <Dialog
      title={text.deleteTitle}
      description={text.deleteAbout(webhookLabel(webhook))}
      onClose={onClose}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed && !remove.isPending) remove.mutate();
        }}
      >
        <Failure error={remove.error} />
        {!isEasy && (
          <Field
            label={text.typeToConfirm(address)}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
          />
        )}
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {text.cancel}
          </Button>
          <Submit variant="danger" disabled={!isConfirmed}>
            {text.deleteConfirm}
          </Submit>
        </div>
      </form>
    </Dialog>
  );
}
