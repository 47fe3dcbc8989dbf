"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Submit } from "@/components/ui/submit";
import { deleteWebhook, type WebhookIds, webhooksQuery } from "@/console/queries/webhooks";

import { placesOf } from "./routes";

type Props = { params: WebhookIds; url: string; onClose: () => void };

/** Deletes a webhook for good, once its host was typed. */
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
      router.push(placesOf(params).all);
    },
  });
  const isRight = typed.trim() === host;
  return (
    <Dialog
      title="Delete this webhook?"
      description="Nothing is sent to it any more, its log goes, and it cannot be brought back."
      onClose={onClose}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isRight && !remove.isPending) remove.mutate();
        }}
      >
        <Failure error={remove.error} />
        <Field
          label={`Type ${host} to go on`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
        />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Submit variant="danger" disabled={!isRight}>
            Delete the webhook
          </Submit>
        </div>
      </form>
    </Dialog>
  );
}
