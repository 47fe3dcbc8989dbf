import { signUp } from "@/lib/accounts/sign-up";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.signUp.signUp, ({ ctx, body }) => signUp(ctx, body));
