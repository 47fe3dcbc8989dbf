import { confirmEmailChange } from "@/lib/accounts/email/confirm-email-change";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.account.confirmEmailChange, ({ ctx, body }) =>
  confirmEmailChange(ctx, body),
);
