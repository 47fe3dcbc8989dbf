import { readSecurity } from "@/lib/accounts/read-security";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.account.getSecurity, ({ ctx }) => readSecurity(ctx));
