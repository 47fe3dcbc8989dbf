import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { setAlerts } from "@/lib/organisations/set-alerts";

export const PUT = handle(api.members.setAlerts, ({ ctx, params, body }) =>
  setAlerts(ctx, params.user_id, body),
);
