import type { Metadata } from "next";

import { type Search, Seed } from "@/app/seed";
import { OrganisationWebhooks } from "@/components/webhooks/organisation-webhooks";
import { filesystemsQuery } from "@/console/queries/filesystems";
import { allWebhooksQuery, healthOf } from "@/console/queries/organisation-webhooks";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.webhooks };

type Props = { params: Promise<{ org_id: string }>; searchParams: Search };

/** The webhooks of an organisation. */
export default async function Page({ params, searchParams }: Props) {
  const { org_id: orgId } = await params;
  const health = healthOf(new URLSearchParams(await searchParams));
  return (
    <Seed
      ask={(cache) => [
        cache.query(filesystemsQuery(orgId)),
        cache.infiniteQuery(allWebhooksQuery(orgId, health)),
      ]}
    >
      <OrganisationWebhooks />
    </Seed>
  );
}
