import { removeIdentity } from "@/lib/accounts/identities/remove-identity";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const DELETE = handle(api.account.removeIdentity, ({ ctx, params }) =>
  removeIdentity(ctx, { id: params.identity_id }),
);
