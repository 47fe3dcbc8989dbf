"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { updateWebhook } from "@/console/queries/webhook-verbs";
import { type Webhook, webhookQuery, type WebhookIds } from "@/console/queries/webhooks";
import { text as shared } from "@/console/text/new-webhook";
import { text } from "@/console/text/webhook-dialogs";
import { LIMITS } from "@/lib/contract/limits";
import { isReserved } from "@/lib/contract/listener-url";

import { PrefixField } from "./prefix-field";

const MESSAGES = { ...text.verbErrors, unavailable: shared.lookupFailed };

type Props = { params: WebhookIds; webhook: Webhook; onClose: () => void };

/** Changes the URL, prefix and description of a webhook. */
export function EditDialog({ params, webhook: live, onClose }: Props) {
  // What others change while this is open was not chosen here, and stays.
  const [webhook] = useState(live);
  const cache = useQueryClient();
  const edit = useMutation({
    // What is as it was is not sent: the URL of a webhook may no longer resolve.
    mutationFn: (values: Record<string, string>) =>
      updateWebhook(
        params,
        Object.fromEntries(
          (["url", "path_prefix", "description"] as const).flatMap((name) =>
            values[name] === undefined || values[name] === webhook[name]
              ? []
              : [[name, values[name]]],
          ),
        ),
      ),
    onSuccess(changed) {
      cache.setQueryData(webhookQuery(params).queryKey, changed);
      onClose();
    },
  });
  const isFixed = isReserved(webhook);
  return (
    <Dialog title={text.editTitle} description={text.editAbout(isFixed)} onClose={onClose}>
      <Form submit={text.save} pending={edit.isPending} onSubmit={edit.mutate}>
        <Failure error={edit.error} messages={MESSAGES} />
        {!isFixed && (
          <Field
            label={shared.url}
            name="url"
            defaultValue={webhook.url}
            inputMode="url"
            required
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            error={problemOf(edit.error, "url")}
          />
        )}
        <PrefixField
          params={params}
          initial={webhook.path_prefix}
          error={problemOf(edit.error, "path_prefix")}
        />
        <Field
          label={shared.description}
          name="description"
          defaultValue={webhook.description}
          maxLength={LIMITS.nameLength}
          autoComplete="off"
          hint={shared.descriptionHint}
          error={problemOf(edit.error, "description")}
        />
      </Form>
    </Dialog>
  );
}
