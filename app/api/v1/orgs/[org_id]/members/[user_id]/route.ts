import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { changeRole } from "@/lib/organisations/change-role";
import { removeMember } from "@/lib/organisations/remove-member";

export const PATCH = handle(api.members.changeRole, ({ ctx, params, body }) =>
  changeRole(ctx, params.user_id, body),
);

export const DELETE = handle(api.members.remove, ({ ctx, params, query }) =>
  removeMember(ctx, params.user_id, query),
);
