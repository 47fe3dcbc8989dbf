import { changePassword } from "@/lib/accounts/change-password";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.account.changePassword, ({ ctx, body }) =>
  changePassword(ctx, body),
);
