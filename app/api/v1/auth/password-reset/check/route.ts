import { checkPasswordReset } from "@/lib/accounts/password-reset/check-password-reset";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.signUp.checkReset, ({ ctx, body }) => checkPasswordReset(ctx, body));
