import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { readLimits } from "@/lib/organisations/read-limits";

export const GET = handle(api.organisations.limits, ({ ctx }) => readLimits(ctx));
