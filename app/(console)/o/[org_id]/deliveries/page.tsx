import type { Metadata } from "next";

import { type Search, Seed } from "@/app/seed";
import { OrganisationDeliveries } from "@/components/deliveries/organisation-deliveries";
import { readFilters } from "@/console/queries/delivery-filters";
import { filesystemsQuery } from "@/console/queries/filesystems";
import {
  allDeliveriesQuery,
  allStatsQuery,
  allWebhooksQuery,
  readScope,
} from "@/console/queries/organisation-webhooks";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.deliveries };

type Props = { params: Promise<{ org_id: string }>; searchParams: Search };

/** The deliveries of an organisation. */
export default async function Page({ params, searchParams }: Props) {
  const { org_id: orgId } = await params;
  const search = new URLSearchParams(await searchParams);
  return (
    <Seed
      ask={(cache) => [
        cache.query(filesystemsQuery(orgId)),
        cache.query(allStatsQuery(orgId, "7d")),
        cache.infiniteQuery(allWebhooksQuery(orgId)),
        cache.infiniteQuery(allDeliveriesQuery(orgId, readFilters(search), readScope(search))),
      ]}
    >
      <OrganisationDeliveries />
    </Seed>
  );
}
