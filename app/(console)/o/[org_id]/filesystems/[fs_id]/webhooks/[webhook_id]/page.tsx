import type { Metadata } from "next";

import { type Search, Seed } from "@/app/seed";
import { WebhookDetail } from "@/components/webhooks/webhook-detail";
import { deliveriesQuery, readFilters } from "@/console/queries/deliveries";
import { statsQuery, webhookQuery, windowOf } from "@/console/queries/webhooks";
import { text } from "@/console/text/webhooks";

export const metadata: Metadata = { title: text.webhook };

type Props = {
  params: Promise<{ org_id: string; fs_id: string; webhook_id: string }>;
  searchParams: Search;
};

/** One webhook: its status, its deliveries and how to verify them. */
export default async function Page({ params, searchParams }: Props) {
  const ids = await params;
  const search = new URLSearchParams(await searchParams);
  return (
    <Seed
      ask={(cache) => [
        cache.query(webhookQuery(ids)),
        cache.query(statsQuery(ids, windowOf(search))),
        cache.query(statsQuery(ids, "7d")),
        cache.infiniteQuery(deliveriesQuery(ids, readFilters(search))),
      ]}
    >
      <WebhookDetail {...ids} />
    </Seed>
  );
}
