"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";

import { deleteWebhook } from "@/console/queries/webhook-verbs";
import { type WebhookIds, webhooksQuery } from "@/console/queries/webhooks";

import { webhookRoutes } from "./routes";

/** Deletes a webhook and shows those that are left. */
export function useDelete(params: WebhookIds) {
  const router = useRouter();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => deleteWebhook(params),
    onSuccess: () => {
      const { queryKey } = webhooksQuery(params);
      cache.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== params.webhook_id));
      router.push(webhookRoutes(params).all);
    },
  });
}
