import { requestPasswordReset } from "@/lib/accounts/password-reset/request-password-reset";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.signUp.requestReset, ({ ctx, body }) =>
  requestPasswordReset(ctx, body),
);
