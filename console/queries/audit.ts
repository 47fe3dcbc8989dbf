import { infiniteQueryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";
import type { auditLog } from "@/lib/contract/audit";

export type AuditEntry = z.infer<typeof auditLog.list.result>[number];

const PAGE = 50;

/** The filters of the log, by their names in the page's URL; days are in the viewer's time zone. */
export const AUDIT_FILTERS = ["actor", "action", "target", "since", "until"] as const;
export type AuditFilters = Partial<Record<(typeof AUDIT_FILTERS)[number], string>>;

/** Reads filters from a page's URL. */
export function filtersOf(search: URLSearchParams): AuditFilters {
  const given = AUDIT_FILTERS.map((name) => [name, search.get(name)?.trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value));
}

/** The filters as the API expects them: a day starts at local midnight, and `until` is inclusive. */
export function auditQueryOf({ since, until, ...rest }: AuditFilters): AuditFilters {
  const from = midnight(since, 0);
  const to = midnight(until, 1);
  return { ...rest, ...(from && { since: from }), ...(to && { until: to }) };
}

function midnight(day: string | undefined, daysLater: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? "") ?? [];
  if (year === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString();
}

/** The audit log of an organisation, newest first, in pages; for owners and admins. */
export const auditEntriesQuery = (orgId: string, filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ["orgs", orgId, "audit", filters],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      request(api.auditLog.list, {
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
