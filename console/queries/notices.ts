import { queryOptions } from "@tanstack/react-query";

import { noticesApi } from "@/lib/api-client/calls/notices";
import { request } from "@/lib/api-client/request";
import type { Notice as NoticeShape } from "@/lib/contract/notices";

/** A notice as the API returns it (spec 7.38). */
export type Notice = NoticeShape;

// Every page shows how many are unread.
const REFRESH_MS = 30_000;

/** The newest notices of an organisation. */
export const noticesQuery = (orgId: string) =>
  queryOptions({
    queryKey: ["orgs", orgId, "notices"],
    queryFn: ({ signal }) =>
      request(noticesApi.list, { params: { org_id: orgId }, query: { limit: "20" }, signal }),
    refetchInterval: REFRESH_MS,
  });

/** Marks a notice and all older ones as read. */
export const markNoticesRead = (orgId: string, id: string) =>
  request(noticesApi.read, { params: { org_id: orgId }, body: { up_to: id } });
