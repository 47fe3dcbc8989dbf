import { addPasskey } from "@/lib/accounts/passkeys/add-passkey";
import { listPasskeys } from "@/lib/accounts/passkeys/read-passkeys";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.passkeys.list, ({ ctx, query }) => listPasskeys(ctx, query));

export const POST = handle(api.passkeys.add, ({ ctx, body }) => addPasskey(ctx, body));
