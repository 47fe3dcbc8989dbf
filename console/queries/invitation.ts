import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { invitationsApi } from "@/lib/api-client/calls/invitations";
import { request } from "@/lib/api-client/request";
import type { invitations } from "@/lib/contract/invitations";

/** Who invites which address to what. */
export type InvitationOffer = z.infer<typeof invitations.read.result>;

/** The invitation of a link, by the token in its fragment. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) => request(invitationsApi.read, { body: { token }, signal }),
  });
