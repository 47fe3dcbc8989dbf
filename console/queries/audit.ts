import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { auditLogApi } from "@/lib/api-client/calls/audit-log";
import { request } from "@/lib/api-client/request";
import type { auditLog } from "@/lib/contract/audit";

export type AuditEntry = z.infer<typeof auditLog.list.result>[number];

const PAGE = 50;

/** The filters of the log, by the names that they have in the address of the page; days are the viewer's. */
export const AUDIT_FILTERS = ["actor", "action", "target", "since", "until"] as const;
export type AuditFilters = Partial<Record<(typeof AUDIT_FILTERS)[number], string>>;

/** The filters that an address names. */
export function filtersOf(search: URLSearchParams): AuditFilters {
  const given = AUDIT_FILTERS.map((name) => [name, search.get(name)?.trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value));
}

/** The filters as the API takes them: a day begins at its midnight here, and `until` is a day that still counts. */
export function auditQueryOf({ since, until, ...words }: AuditFilters): AuditFilters {
  const from = midnight(since, 0);
  const to = midnight(until, 1);
  return { ...words, ...(from && { since: from }), ...(to && { until: to }) };
}

function midnight(day: string | undefined, later: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? "") ?? [];
  if (year === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString();
}

/** What was done in an organisation, newest first, page by page; for owners and admins. */
export const auditEntriesQuery = (orgId: string, filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ["orgs", orgId, "audit", filters],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      request(auditLogApi.list, {
        params: { org_id: orgId },
        query: {
          ...auditQueryOf(filters),
          limit: String(PAGE),
          ...(pageParam === undefined ? {} : { after: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
  });

// What takes members, keys and filesystems out of the lists of those that there are.
const ENDINGS = [
  "member.removed",
  "member.left",
  "user.deleted",
  "api_key.revoked",
  "filesystem.deleted",
];

/** The newest events of each kind that ended something, whose targets only the log still names. */
export const endingsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ["orgs", orgId, "audit", "endings"],
    queryFn: async ({ signal }) => {
      const lists = ENDINGS.map((action) =>
        request(auditLogApi.list, { params: { org_id: orgId }, query: { action }, signal }),
      );
      return (await Promise.all(lists)).flat();
    },
  });

/** Where the log is downloaded as JSON lines. */
export const auditExportUrl = (orgId: string, filters: AuditFilters): string =>
  `/api/v1/orgs/${orgId}/audit-log:export?${new URLSearchParams(auditQueryOf(filters))}`;
