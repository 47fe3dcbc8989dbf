"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Submit } from "@/components/ui/submit";
import { deleteWebhook } from "@/console/queries/webhook-verbs";
import { type WebhookIds, webhooksQuery } from "@/console/queries/webhooks";
import { text } from "@/console/text/webhook-dialogs";

import { webhookRoutes } from "./routes";

type Props = { params: WebhookIds; url: string; onClose: () => void };

/** Deletes a webhook after its host was typed to confirm. */
export function DeleteDialog({ params, url, onClose }: Props) {
  const router = useRouter();
  const cache = useQueryClient();
  const [typed, setTyped] = useState("");
  const { host } = new URL(url);
  const remove = useMutation({
    mutationFn: () => deleteWebhook(params),
    onSuccess: () => {
      const { queryKey } = webhooksQuery(params);
      cache.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== params.webhook_id));
      router.push(webhookRoutes(params).all);
    },
  });
  const isConfirmed = typed.trim() === host;
  return (
    <Dialog title={text.deleteTitle} description={text.deleteAbout} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed && !remove.isPending) remove.mutate();
        }}
      >
        <Failure error={remove.error} />
        <Field
          label={text.typeToConfirm(host)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
        />
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
