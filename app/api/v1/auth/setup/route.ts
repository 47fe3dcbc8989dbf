import { setUp } from "@/lib/accounts/set-up";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.signUp.setup, ({ ctx, body }) => setUp(ctx, body));
