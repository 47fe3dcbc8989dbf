import type { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";

import { type Search, Seed } from "@/app/seed";
import { WebhookForSupport } from "@/components/support/webhook-for-support";
import { readFilters } from "@/console/queries/delivery-filters";
import {
  supportDeliveriesQuery,
  supportStatsQuery,
  supportWebhookQuery,
} from "@/console/queries/support";
import { windowOf } from "@/console/queries/webhooks";
import { text } from "@/console/text/support";

export const metadata: Metadata = { title: text.webhook };

type Props = { params: Promise<{ webhook_id: string }>; searchParams: Search };

async function askStats(cache: QueryClient, id: string, search: URLSearchParams) {
  const webhook = await cache.query(supportWebhookQuery(id));
  await cache.query(supportStatsQuery(id, windowOf(search, webhook, Date.now())));
}

/** One webhook's attempts, without paths and bodies. */
export default async function Page({ params, searchParams }: Props) {
  const { webhook_id: id } = await params;
  const search = new URLSearchParams(await searchParams);
  return (
    <Seed
      ask={(cache) => [
        askStats(cache, id, search),
        cache.infiniteQuery(supportDeliveriesQuery(id, readFilters(search))),
      ]}
    >
      <WebhookForSupport id={id} />
    </Seed>
  );
}
