import type { Metadata } from "next";

import { Seed } from "@/app/seed";
import { FailingWebhook } from "@/components/support/failing-webhook";
import { supportDeliveriesQuery, supportWebhookQuery } from "@/console/queries/support";
import { text } from "@/console/text/support";

export const metadata: Metadata = { title: text.webhook };

type Props = { params: Promise<{ webhook_id: string }> };

/** One webhook's attempts, without paths and bodies. */
export default async function Page({ params }: Props) {
  const { webhook_id: id } = await params;
  return (
    <Seed
      ask={(cache) => [
        cache.query(supportWebhookQuery(id)),
        cache.infiniteQuery(supportDeliveriesQuery(id)),
      ]}
    >
      <FailingWebhook id={id} />
    </Seed>
  );
}
