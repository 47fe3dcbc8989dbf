import { confirmSecondFactor } from "@/lib/accounts/second-factor/confirm-second-factor";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.secondFactor.confirm, ({ ctx, body }) =>
  confirmSecondFactor(ctx, body),
);
