import { endOwnSession } from "@/lib/accounts/sessions/end-own-session";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const DELETE = handle(api.account.endSession, ({ ctx, params }) =>
  endOwnSession(ctx, { id: params.session_id }),
);
