import type { VisitorContext } from "@/lib/auth/context";

import { findClient } from "./clients";
import { endLogin } from "./device/end-login";
import { findTokenLogin } from "./find-token-login";

/**
 * Revokes the login of an access or refresh token, even a used or expired one (RFC 7009). Unknown tokens and
 * ended logins are not an error.
 * @throws AppError `invalid_client`
 */
export async function revokeToken(
  ctx: VisitorContext,
  input: { client_id: string; token: string },
) {
  const client = findClient(input.client_id);
  await ctx.services.db.$transaction(async (tx) => {
    const login = await findTokenLogin(tx, input.token, client.id);
    if (login === null) return;
    const who = { actor: login.user, address: ctx.address, requestId: ctx.requestId };
    await endLogin(tx, who, { id: login.id, reason: "signed_out" });
  });
  return {};
}
