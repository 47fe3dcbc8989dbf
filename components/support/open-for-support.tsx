"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";

import { OpenById } from "@/components/deliveries/open-by-id";
import { supportDeliveryQuery, supportWebhookQuery } from "@/console/queries/support";
import { errorMessage } from "@/console/text/error-message";
import { text } from "@/console/text/support";
import { RequestError } from "@/lib/api-client/request";

const KINDS = ["wh", "msg"] as const;

/** Opens the webhook or the message whose ID a customer sent, or says that there is none. */
export function OpenForSupport() {
  const cache = useQueryClient();
  const router = useRouter();
  const { mutate, reset, error } = useMutation({
    mutationFn: async (id: string) => {
      if (id.startsWith("wh_"))
        return `/support/webhooks/${(await cache.query(supportWebhookQuery(id))).webhook_id}`;
      const { webhook_id: webhookId } = await cache.query(supportDeliveryQuery(id));
      return `/support/webhooks/${webhookId}?delivery=${id}`;
    },
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
      onOpen={(id) => mutate(id, { onSuccess: (href) => router.push(href) })}
      onLeave={reset}
    />
  );
}
