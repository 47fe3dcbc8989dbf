import { startPasskey } from "@/lib/accounts/passkeys/start-passkey";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.passkeys.start, ({ ctx }) => startPasskey(ctx));
