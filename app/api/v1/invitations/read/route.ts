import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { readInvitation } from "@/lib/organisations/read-invitation";

export const POST = handle(api.invitations.read, ({ ctx, body }) => readInvitation(ctx, body));
