import { startPasskeyConfirmation } from "@/lib/accounts/passkeys/confirm-with-passkey";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.passkeys.startConfirmation, ({ ctx }) =>
  startPasskeyConfirmation(ctx),
);
