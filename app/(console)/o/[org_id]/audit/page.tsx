import type { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";

import { type Search, Seed } from "@/app/seed";
import { AuditLog } from "@/components/organisations/audit-log";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { auditEntriesQuery, filtersOf } from "@/console/queries/audit";
import { filesystemsQuery } from "@/console/queries/filesystems";
import { membersQuery } from "@/console/queries/members";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.auditLog };

type Props = { params: Promise<{ org_id: string }>; searchParams: Search };

/** The audit log of an organisation. */
export default async function Page({ params, searchParams }: Props) {
  const { org_id: orgId } = await params;
  const filters = filtersOf(new URLSearchParams(await searchParams));
  // Days are the viewer's, whose zone only the browser knows.
  const isByDay = filters.since !== undefined || filters.until !== undefined;
  const ask = (cache: QueryClient) => [
    ...(isByDay ? [] : [cache.infiniteQuery(auditEntriesQuery(orgId, filters))]),
    cache.query(membersQuery(orgId)),
    cache.query(apiKeysQuery(orgId)),
    cache.query(filesystemsQuery(orgId)),
  ];
  return (
    <Seed ask={ask}>
      <AuditLog />
    </Seed>
  );
}
