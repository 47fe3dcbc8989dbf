import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";
import { createInvitation } from "@/lib/organisations/create-invitation";
import { listInvitations } from "@/lib/organisations/read-invitations";

export const GET = handle(api.invitations.list, (args) =>
  paginate(
    args,
    (page) => listInvitations(args.ctx, page),
    (invitation) => invitation.id,
  ),
);

export const POST = handle(api.invitations.create, ({ ctx, body }) => createInvitation(ctx, body));
