import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { daysToAsk, splitPeriods } from "@/console/state/periods";
import { apiKeysApi } from "@/lib/api-client/calls/api-keys";
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

/** What a filesystem moved on each of the last days, and of as many before. */
export const usageHistoryQuery = (orgId: string, fsId: string, days: number) =>
  queryOptions({
    queryKey: ["orgs", orgId, "filesystems", fsId, "usage", "transfer", days],
    queryFn: async ({ signal }) =>
      splitPeriods(
        await request(usageApi.history, {
          params: { org_id: orgId, fs_id: fsId },
          query: { days: String(daysToAsk(days)) },
          signal,
        }),
        days,
      ),
  });

// Of API keys, each of which is asked for.
export const MOST_KEYS = 20;

/** The requests with API keys by days, and of each key, the most first; for owners and admins. */
export const requestHistoryQuery = (orgId: string, keyIds: readonly string[], days: number) =>
  queryOptions({
    queryKey: ["orgs", orgId, "usage", "requests", days, keyIds],
    queryFn: async ({ signal }) => {
      const histories = await Promise.all(
        keyIds.map(async (id) => {
          const all = await request(apiKeysApi.requests, {
            params: { org_id: orgId, key_id: id },
            query: { days: String(daysToAsk(days)) },
            signal,
          }).catch(noneOfRevoked);
          return { id, all };
        }),
      );
      return {
        ...splitPeriods(sumDays(histories.map(({ all }) => all)), days),
        keys: histories
          .map(({ id, all }) => ({ id, ...totalOf(splitPeriods(all, days).days) }))
          .toSorted((one, other) => other.requests - one.requests),
      };
    },
  });

/** How many requests were made on some days, and how many of them failed. */
export const totalOf = (days: readonly KeyDay[]) => ({
  requests: days.reduce((all, day) => all + day.requests, 0),
  failed: days.reduce((all, day) => all + day.failed, 0),
});

// One that was revoked since the list was read.
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
