import type { Metadata } from "next";

import { type Search, Seed } from "@/app/seed";
import { Usage } from "@/components/filesystems/usage";
import { limitsQuery } from "@/console/queries/organisations";
import { periodOf, usageHistoryQuery, usageQuery } from "@/console/queries/usage";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.usage };

type Props = { params: Promise<{ org_id: string; fs_id: string }>; searchParams: Search };

/** The storage and traffic of a filesystem. */
export default async function Page({ params, searchParams }: Props) {
  const { org_id: orgId, fs_id: fsId } = await params;
  const { days } = await searchParams;
  return (
    <Seed
      ask={(cache) => [
        cache.query(limitsQuery(orgId)),
        cache.query(usageQuery(orgId, fsId)),
        cache.query(usageHistoryQuery(orgId, fsId, periodOf(days))),
      ]}
    >
      <Usage fsId={fsId} />
    </Seed>
  );
}
