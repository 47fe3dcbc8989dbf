import { removePasskey } from "@/lib/accounts/passkeys/remove-passkey";
import { renamePasskey } from "@/lib/accounts/passkeys/rename-passkey";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const PATCH = handle(api.passkeys.rename, ({ ctx, params, body }) =>
  renamePasskey(ctx, { id: params.passkey_id, name: body.name }),
);

export const DELETE = handle(api.passkeys.remove, ({ ctx, params }) =>
  removePasskey(ctx, { id: params.passkey_id }),
);
