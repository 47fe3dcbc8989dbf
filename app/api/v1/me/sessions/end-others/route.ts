import { endOtherAccess } from "@/lib/accounts/sessions/end-other-access";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.account.endOtherAccess, ({ ctx }) => endOtherAccess(ctx));
