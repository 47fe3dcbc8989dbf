import type { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";

import { ROWS, Seed } from "@/app/seed";
import { Filesystems } from "@/components/filesystems/filesystems";
import { filesystemsQuery, filesystemSummaryQuery } from "@/console/queries/filesystems";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.filesystems };

type Props = { params: Promise<{ org_id: string }> };

/** The filesystems of an organisation. */
export default async function Page({ params }: Props) {
  const { org_id: orgId } = await params;
  const ask = async (cache: QueryClient) => {
    const all = await cache.query(filesystemsQuery(orgId));
    await Promise.all(
      all.slice(0, ROWS).map(({ id }) => cache.query(filesystemSummaryQuery(orgId, id))),
    );
  };
  return (
    <Seed ask={(cache) => [ask(cache)]}>
      <Filesystems />
    </Seed>
  );
}
