import { requestEmailChange } from "@/lib/accounts/email/request-email-change";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.account.requestEmailChange, ({ ctx, body }) =>
  requestEmailChange(ctx, body),
);
