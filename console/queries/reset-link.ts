import { queryOptions } from "@tanstack/react-query";

import { signUpApi } from "@/lib/api-client/calls/sign-up";
import { request } from "@/lib/api-client/request";

/** Fails with `not_found` if the link of a password reset was used or is too old. */
export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ["reset-link", token],
    async queryFn({ signal }) {
      await request(signUpApi.checkReset, { body: { token }, signal });
      return true;
    },
    staleTime: Infinity,
  });
