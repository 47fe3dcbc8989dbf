import type { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";

import { ROWS, Seed } from "@/app/seed";
import { WebhookList } from "@/components/webhooks/webhook-list";
import { statsQuery, webhooksQuery } from "@/console/queries/webhooks";
import { text } from "@/console/text/webhooks";

export const metadata: Metadata = { title: text.webhooks };

type Props = { params: Promise<{ org_id: string; fs_id: string }> };

/** The webhooks of a filesystem. */
export default async function Page({ params }: Props) {
  const ids = await params;
  const ask = async (cache: QueryClient) => {
    const all = await cache.query(webhooksQuery(ids));
    await Promise.all(
      all
        .slice(0, ROWS)
        .map(({ id }) => cache.query(statsQuery({ ...ids, webhook_id: id }, "24h"))),
    );
  };
  return (
    <Seed ask={(cache) => [ask(cache)]}>
      <WebhookList {...ids} />
    </Seed>
  );
}
