"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect } from "react";

import { Failure } from "@/components/forms/failure";
import { LoadMore } from "@/components/layout/load-more";
import { NotAllowed } from "@/components/layout/not-allowed";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { auditEntriesQuery, auditExportUrl, filtersOf } from "@/console/queries/audit";
import { groupViews, isShort } from "@/console/state/audit-groups";
import { text } from "@/console/text/audit";

import { AuditEntryRow, AuditViews } from "./audit-entry-row";
import { AuditFilterForm } from "./audit-filter-form";

/** The audit log of the organisation. */
export function AuditLog() {
  const { id: orgId, isAdmin } = useOrganisation();
  const search = useSearchParams();
  const download = (
    <Button variant="secondary" asChild>
      <a href={auditExportUrl(orgId, filtersOf(search))} download>
        <Download aria-hidden />
        {text.exportLog}
      </a>
    </Button>
  );
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={isAdmin ? download : undefined}
    >
      {isAdmin ? <Entries /> : <NotAllowed what={text.notAllowed} />}
    </Page>
  );
}

function Entries() {
  const { id: orgId } = useOrganisation();
  const search = useSearchParams();
  const router = useRouter();
  const filters = filtersOf(search);
  const isFiltered = Object.keys(filters).length > 0;
  const log = useInfiniteQuery(auditEntriesQuery(orgId, filters));
  const entries = log.data?.pages.flat();
  const { hasNextPage, isFetching, error, fetchNextPage } = log;
  const goesOn = hasNextPage && !isFetching && !error && isShort(log.data?.pages ?? []);
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  return (
    <>
      <AuditFilterForm
        filters={filters}
        entries={entries ?? []}
        onChange={(next) => {
          const query = new URLSearchParams(next).toString();
          router.replace(query === "" ? "?" : `?${query}`, { scroll: false });
        }}
      />
      <Failure error={log.isFetchNextPageError ? null : log.error} />
      {entries === undefined && !log.error && <Skeleton className="h-64" />}
      {entries?.length === 0 && (
        <p className="text-muted">{isFiltered ? text.noMatch : text.none}</p>
      )}
      {entries !== undefined && entries.length > 0 && (
        <ul
          aria-label={text.list}
          className="border-line bg-sheet rounded-card divide-line divide-y border"
        >
          {groupViews(entries).map(([entry, ...others]) =>
            entry === undefined ? null : others.length === 0 ? (
              <AuditEntryRow key={entry.id} entry={entry} />
            ) : (
              <AuditViews key={entry.id} entries={[entry, ...others]} />
            ),
          )}
        </ul>
      )}
      <LoadMore list={log} />
    </>
  );
}
