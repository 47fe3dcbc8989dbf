import { confirmPasswordReset } from "@/lib/accounts/password-reset/confirm-password-reset";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.signUp.confirmReset, ({ ctx, body }) =>
  confirmPasswordReset(ctx, body),
);
