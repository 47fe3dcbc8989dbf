import { queryOptions } from "@tanstack/react-query";

import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";

/** The signed-in user with their organisations. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => request(api.service.me, { signal }),
});
