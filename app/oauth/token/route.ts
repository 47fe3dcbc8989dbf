import { grantTokens } from "@/lib/auth/oauth/grant-tokens";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.oauth.token, ({ ctx, body }) => grantTokens(ctx, body));
