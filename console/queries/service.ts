import { queryOptions } from "@tanstack/react-query";

import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";

// There is no stream of the service's status, so the page polls.
const REFRESH_MS = 5_000;

/** The status of the database, the queue and the blob store. */
export const readyQuery = queryOptions({
  queryKey: ["ready"],
  queryFn: ({ signal }) => request(api.service.ready, { accept: [200, 503], signal }),
  refetchInterval: REFRESH_MS,
  retry: false,
});
