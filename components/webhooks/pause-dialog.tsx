"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toasts";
import { pauseWebhook, resyncWebhook } from "@/console/queries/webhook-verbs";
import { type Webhook, webhookQuery, type WebhookIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/webhook-dialogs";

type Props = { params: WebhookIds; onClose: () => void };

/** Says what a pause does, and pauses the webhook. */
export function PauseDialog({ params, onClose }: Props) {
  const cache = useQueryClient();
  return (
    <VerbDialog
      title={text.pauseTitle}
      about={text.pauseAbout}
      action={text.pause}
      run={() => pauseWebhook(params)}
      onDone={(webhook) => {
        cache.setQueryData(webhookQuery(params).queryKey, webhook);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Says what a resync does, and sends one. */
export function ResyncDialog({ params, onClose }: Props) {
  return (
    <VerbDialog
      title={text.resyncTitle}
      about={text.resyncAbout}
      action={text.resync}
      run={() => resyncWebhook(params)}
      onDone={() => {
        toast(text.resyncDone);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

type VerbProps = {
  title: string;
  about: string;
  action: string;
  run: () => Promise<Webhook>;
  onDone: (webhook: Webhook) => void;
  onClose: () => void;
};

function VerbDialog({ title, about, action, run, onDone, onClose }: VerbProps) {
  const { mutate, error, isPending } = useMutation({ mutationFn: run, onSuccess: onDone });
  return (
    <Dialog title={title} description={about} onClose={onClose}>
      <Failure error={error} messages={text.verbErrors} />
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {text.cancel}
        </Button>
        <Button aria-disabled={isPending} onClick={() => mutate()}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
