import { queryOptions } from "@tanstack/react-query";

import { api } from "./api";
import { request } from "./request";

/** Who is signed in, and the organisations that person belongs to. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => request(api.service.me, { signal }),
});
