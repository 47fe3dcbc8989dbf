import type { Metadata } from "next";

import { Seed } from "@/app/seed";
import { Overview } from "@/components/organisations/overview";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { recentChangesQuery } from "@/console/queries/changes";
import { newestOf } from "@/console/queries/filesystems";
import { membersQuery } from "@/console/queries/members";
import {
  allStatsQuery,
  allWebhooksQuery,
  firstChangeQuery,
} from "@/console/queries/organisation-webhooks";
import { limitsQuery } from "@/console/queries/organisations";
import { text } from "@/console/text/layout";

import { askFilesystems } from "./ask-filesystems";

export const metadata: Metadata = { title: text.overview };

type Props = { params: Promise<{ org_id: string }> };

/** The overview of an organisation. */
export default async function Page({ params }: Props) {
  const { org_id: orgId } = await params;
  return (
    <Seed
      ask={(cache) => [
        cache.query(apiKeysQuery(orgId)),
        cache.query(limitsQuery(orgId)),
        cache.query(membersQuery(orgId)),
        cache.query(recentChangesQuery(orgId)),
        cache.query(firstChangeQuery(orgId)),
        cache.query(allStatsQuery(orgId, "24h")),
        cache.infiniteQuery(allWebhooksQuery(orgId, "unhealthy")),
        askFilesystems(cache, orgId, newestOf),
      ]}
    >
      <Overview />
    </Seed>
  );
}
