import type { Metadata } from "next";

import { Seed } from "@/app/seed";
import { FirstMessage } from "@/components/webhooks/first-message";
import { deliveriesQuery } from "@/console/queries/deliveries";
import { webhookQuery } from "@/console/queries/webhooks";
import { text } from "@/console/text/first-message";

export const metadata: Metadata = { title: text.created };

type Props = { params: Promise<{ org_id: string; fs_id: string; webhook_id: string }> };

/** A new webhook with its first message; its secret is only where it was created. */
export default async function Page({ params }: Props) {
  const ids = await params;
  return (
    <Seed
      ask={(cache) => [
        cache.query(webhookQuery(ids)),
        cache.infiniteQuery(deliveriesQuery(ids, {})),
      ]}
    >
      <FirstMessage {...ids} />
    </Seed>
  );
}
