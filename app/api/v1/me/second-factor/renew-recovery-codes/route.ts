import { renewRecoveryCodes } from "@/lib/accounts/second-factor/renew-recovery-codes";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.secondFactor.renewRecoveryCodes, ({ ctx }) =>
  renewRecoveryCodes(ctx),
);
