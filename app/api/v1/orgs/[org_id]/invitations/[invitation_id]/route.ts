import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { revokeInvitation } from "@/lib/organisations/revoke-invitation";

export const DELETE = handle(api.invitations.revoke, ({ ctx, params }) =>
  revokeInvitation(ctx, params.invitation_id),
);
