import type { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";

import { type Search, Seed } from "@/app/seed";
import { WebhookDetail } from "@/components/webhooks/webhook-detail";
import { deliveriesQuery } from "@/console/queries/deliveries";
import { readFilters } from "@/console/queries/delivery-filters";
import { statsQuery, type WebhookIds, webhookQuery, windowOf } from "@/console/queries/webhooks";
import { text } from "@/console/text/webhooks";

export const metadata: Metadata = { title: text.webhook };

type Props = {
  params: Promise<{ org_id: string; fs_id: string; webhook_id: string }>;
  searchParams: Search;
};

async function askStats(cache: QueryClient, ids: WebhookIds, search: URLSearchParams) {
  const webhook = await cache.query(webhookQuery(ids));
  await cache.query(statsQuery(ids, windowOf(search, webhook, Date.now())));
}

/** One webhook: its status, its deliveries and how to verify them. */
export default async function Page({ params, searchParams }: Props) {
  const ids = await params;
  const search = new URLSearchParams(await searchParams);
  return (
    <Seed
      ask={(cache) => [
        askStats(cache, ids, search),
        cache.query(statsQuery(ids, "7d")),
        cache.infiniteQuery(deliveriesQuery(ids, readFilters(search))),
      ]}
    >
      <WebhookDetail {...ids} />
    </Seed>
  );
}
