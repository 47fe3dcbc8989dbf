import { removeSecondFactor } from "@/lib/accounts/second-factor/remove-second-factor";
import { startSecondFactor } from "@/lib/accounts/second-factor/start-second-factor";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.secondFactor.start, ({ ctx }) => startSecondFactor(ctx));

export const DELETE = handle(api.secondFactor.remove, ({ ctx }) => removeSecondFactor(ctx));
