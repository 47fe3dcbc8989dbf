import { endOwnLogin } from "@/lib/accounts/sessions/end-own-session";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const DELETE = handle(api.account.endLogin, ({ ctx, params }) =>
  endOwnLogin(ctx, { id: params.login_id }),
);
