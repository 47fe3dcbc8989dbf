import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { apiKeysApi } from "@/lib/api-client/calls/api-keys";
import { filesystemsApi } from "@/lib/api-client/calls/filesystems";
import { usageApi } from "@/lib/api-client/calls/usage";
import { request, RequestError } from "@/lib/api-client/request";
import type { usage } from "@/lib/contract/usage";

import type { KeyDay } from "./api-keys";

export type UsageDay = z.infer<typeof usage.history.result>[number];

/** The numbers of days that the traffic is shown for. */
export const PERIODS = [7, 30, 90, 365];
/** The one that a page's URL names. */
export const periodOf = (text: string | undefined) =>
  PERIODS.find((length) => String(length) === text) ?? 30;

/** What a filesystem holds, against what it may. */
export const usageQuery = (orgId: string, fsId: string) =>
  queryOptions({
    queryKey: ["orgs", orgId, "filesystems", fsId, "usage"],
    queryFn: ({ signal }) =>
      request(usageApi.get, { params: { org_id: orgId, fs_id: fsId }, signal }),
  });

/** What a filesystem moved on each of the last days. */
export const usageHistoryQuery = (orgId: string, fsId: string, days: number) =>
  queryOptions({
    queryKey: ["orgs", orgId, "filesystems", fsId, "usage", days],
    queryFn: ({ signal }) =>
      request(usageApi.history, {
        params: { org_id: orgId, fs_id: fsId },
        query: { days: String(days) },
        signal,
      }),
  });

// Of API keys, each of which is asked for.
const MOST_KEYS = 20;

/** The requests on each of the last days with the API keys that reach a filesystem; for owners and admins. */
export const requestHistoryQuery = (orgId: string, fsId: string, days: number) =>
  queryOptions({
    queryKey: ["orgs", orgId, "filesystems", fsId, "usage", "requests", days],
    queryFn: async ({ signal }) => {
      const grants = await request(filesystemsApi.listGrants, {
        params: { org_id: orgId, fs_id: fsId },
        query: { limit: String(MOST_KEYS) },
        signal,
      });
      const histories = await Promise.all(
        grants.map(({ api_key_id: keyId }) =>
          request(apiKeysApi.requests, {
            params: { org_id: orgId, key_id: keyId },
            query: { days: String(days) },
            signal,
          }).catch(noneOfRevoked),
        ),
      );
      return sumDays(histories);
    },
  });

// The grants of a revoked key are listed until they are removed.
function noneOfRevoked(error: unknown): KeyDay[] {
  if (error instanceof RequestError && error.code === "not_found") return [];
  throw error;
}

/** The sum of several histories day by day; those that were read around midnight may not begin on the same one. */
export function sumDays(histories: readonly (readonly KeyDay[])[]): KeyDay[] {
  const days = new Map<string, KeyDay>();
  for (const { date, requests, failed } of histories.flat()) {
    const sum = days.get(date) ?? { date, requests: 0, failed: 0 };
    days.set(date, { date, requests: sum.requests + requests, failed: sum.failed + failed });
  }
  return [...days.values()].toSorted((a, b) => a.date.localeCompare(b.date));
}
