import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { requireSecondFactor } from "@/lib/organisations/require-second-factor";

export const POST = handle(api.organisations.requireSecondFactor, ({ ctx, body }) =>
  requireSecondFactor(ctx, body),
);
