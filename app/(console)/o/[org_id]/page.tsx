import type { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";

import { Seed } from "@/app/seed";
import { Overview } from "@/components/organisations/overview";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { filesystemsQuery, filesystemSummaryQuery, newestOf } from "@/console/queries/filesystems";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.overview };

type Props = { params: Promise<{ org_id: string }> };

/** The overview of an organisation. */
export default async function Page({ params }: Props) {
  const { org_id: orgId } = await params;
  const ask = async (cache: QueryClient) => {
    const all = await cache.query(filesystemsQuery(orgId));
    await Promise.all(
      newestOf(all).map(({ id }) => cache.query(filesystemSummaryQuery(orgId, id))),
    );
  };
  return (
    <Seed ask={(cache) => [cache.query(apiKeysQuery(orgId)), ask(cache)]}>
      <Overview />
    </Seed>
  );
}
