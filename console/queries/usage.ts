import { queryOptions } from "@tanstack/react-query";

import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";

/** What a filesystem holds, against what it may. */
export const usageQuery = (orgId: string, fsId: string) =>
  queryOptions({
    queryKey: ["orgs", orgId, "filesystems", fsId, "usage"],
    queryFn: ({ signal }) =>
      request(api.usage.get, { params: { org_id: orgId, fs_id: fsId }, signal }),
  });

/** What a filesystem moved on each of the last days. */
export const usageHistoryQuery = (orgId: string, fsId: string, days: number) =>
  queryOptions({
    queryKey: ["orgs", orgId, "filesystems", fsId, "usage", days],
    queryFn: ({ signal }) =>
      request(api.usage.history, {
        params: { org_id: orgId, fs_id: fsId },
        query: { days: String(days) },
        signal,
      }),
  });
