import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { acceptInvitation } from "@/lib/organisations/accept-invitation";

export const POST = handle(api.invitations.accept, ({ ctx, body }) => acceptInvitation(ctx, body));
