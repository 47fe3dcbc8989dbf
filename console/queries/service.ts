import { queryOptions } from "@tanstack/react-query";

import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";

// Nothing pushes the state of the parts yet, so the page asks now and then.
const REFRESH_MS = 5_000;

/** Whether database, queue and blob store can be used. */
export const readyQuery = queryOptions({
  queryKey: ["ready"],
  queryFn: ({ signal }) => request(api.service.ready, { accept: [200, 503], signal }),
  refetchInterval: REFRESH_MS,
  retry: false,
});
