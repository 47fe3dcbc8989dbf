"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";

import { OpenById } from "@/components/deliveries/open-by-id";
import { supportDeliveryQuery } from "@/console/queries/support";
import { errorMessage } from "@/console/text/error-message";
import { text } from "@/console/text/support";
import { RequestError } from "@/lib/api-client/request";

const KINDS = ["wh", "msg"] as const;

/** Opens the webhook or the message whose ID a customer sent, or says that there is no such message. */
export function OpenForSupport() {
  const cache = useQueryClient();
  const router = useRouter();
  const { mutate, reset, error } = useMutation({
    mutationFn: (id: string) => cache.query(supportDeliveryQuery(id)),
    onSuccess: ({ id, webhook_id: webhookId }) =>
      router.push(`/support/webhooks/${webhookId}?delivery=${id}`),
  });
  return (
    <OpenById
      kinds={KINDS}
      text={text}
      className="max-sm:pb-3 sm:my-2 sm:ml-auto sm:w-64"
      problem={
        error instanceof RequestError
          ? errorMessage(error, { ...text.errors, not_found: text.noneWithId })
          : undefined
      }
      // The page of a webhook says itself that there is none; to ask before would record the view twice.
      onOpen={(id) => (id.startsWith("wh_") ? router.push(`/support/webhooks/${id}`) : mutate(id))}
      onLeave={reset}
    />
  );
}
