import type { Metadata } from "next";

import { type Search, Seed } from "@/app/seed";
import { Failures } from "@/components/support/failures";
import { clustersQuery, groupOf } from "@/console/queries/support";
import { text } from "@/console/text/support";

export const metadata: Metadata = { title: text.title };

/** Failing webhooks of all organisations, grouped and one by one. */
export default async function Page({ searchParams }: { searchParams: Search }) {
  const { by } = await searchParams;
  return (
    <Seed ask={(cache) => [cache.query(clustersQuery(groupOf(by)))]}>
      <Failures />
    </Seed>
  );
}
