import { reauthenticate } from "@/lib/accounts/sessions/reauthenticate";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.account.reauthenticate, ({ ctx, body }) =>
  reauthenticate(ctx, body),
);
