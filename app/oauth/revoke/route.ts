import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { revokeToken } from "@/lib/oauth/revoke-token";

export const POST = handle(api.oauth.revoke, ({ ctx, body }) => revokeToken(ctx, body));
