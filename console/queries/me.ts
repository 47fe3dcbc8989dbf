import { queryOptions } from "@tanstack/react-query";

import { serviceApi } from "@/lib/api-client/calls/service";
import { request } from "@/lib/api-client/request";

/** Who is signed in, and the organisations that user belongs to. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => request(serviceApi.me, { signal }),
});
