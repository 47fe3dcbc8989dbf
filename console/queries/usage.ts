import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { usageApi } from "@/lib/api-client/calls/usage";
import { request } from "@/lib/api-client/request";
import type { usage } from "@/lib/contract/usage";

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
