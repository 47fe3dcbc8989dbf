"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";

import { OpenById } from "@/components/deliveries/open-by-id";
import { supportDeliveryQuery } from "@/console/queries/support";
import { errorMessage } from "@/console/text/error-message";
import { text } from "@/console/text/support";
import { RequestError } from "@/lib/api-client/request";

const KINDS = ["wh", "msg", "org"] as const;
// Pages that say themselves if there is nothing; to ask before would record the view twice.
const PAGES = { wh_: "/support/webhooks/", org_: "/support?organisation=" };

/** Opens the webhook, message or organisation whose ID a customer sent, or says that there is no such message. */
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
      onOpen={(id) => {
        const page = Object.entries(PAGES).find(([prefix]) => id.startsWith(prefix));
        if (page) router.push(page[1] + id);
        else mutate(id);
      }}
      onLeave={reset}
    />
  );
}
