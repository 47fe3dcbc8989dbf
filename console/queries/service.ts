import { queryOptions } from "@tanstack/react-query";

import { serviceApi } from "@/lib/api-client/calls/service";
import { request } from "@/lib/api-client/request";

// There is no stream of the service's status, so the page polls.
const REFRESH_MS = 5_000;

/** The status of the database, the queue and the blob store. */
export const readyQuery = queryOptions({
  queryKey: ["ready"],
  queryFn: ({ signal }) => request(serviceApi.ready, { accept: [200, 503], signal }),
  refetchInterval: REFRESH_MS,
  retry: false,
});
