import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { grantTokens } from "@/lib/oauth/grant-tokens";

export const POST = handle(api.oauth.token, ({ ctx, body }) => grantTokens(ctx, body));
