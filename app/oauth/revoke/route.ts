import { revokeToken } from "@/lib/auth/oauth/revoke-token";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.oauth.revoke, ({ ctx, body }) => revokeToken(ctx, body));
