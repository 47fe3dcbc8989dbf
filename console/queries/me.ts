import { queryOptions } from "@tanstack/react-query";

import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";

/** Who is signed in, and the organisations that user belongs to. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => request(api.service.me, { signal }),
});
