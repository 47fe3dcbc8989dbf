import type { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";

import { askOne, type Search, Seed } from "@/app/seed";
import { WebhookDetail } from "@/components/webhooks/webhook-detail";
import { deliveriesQuery } from "@/console/queries/deliveries";
import { readFilters } from "@/console/queries/delivery-filters";
import { statsQuery, type WebhookIds, webhookQuery, windowOf } from "@/console/queries/webhooks";
import { webhookAddress } from "@/console/text/webhook-label";
import { text } from "@/console/text/webhooks";

type Props = {
  params: Promise<{ org_id: string; fs_id: string; webhook_id: string }>;
  searchParams: Search;
};

/** The title of a tab tells the webhook. One that can't be read is called a webhook. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const webhook = await askOne(webhookQuery(await params));
  return { title: webhook === null ? text.webhook : webhookAddress(webhook) };
}

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
