import type { VisitorContext } from "@/lib/auth/context";

import { findClient } from "./clients";
import { endLogin } from "./device/end-login";
import { findTokenLogin } from "./find-token-login";

/**
 * Ends the login of an access or a refresh token, also of one that was used or has expired (RFC 7009). A token that is
 * unknown, or whose login is over, is no error: what the caller wants is so.
 * @throws AppError `invalid_client`.
 */
export async function revokeToken(
  ctx: VisitorContext,
  input: { client_id: string; token: string },
) {
  const client = findClient(input.client_id);
  await ctx.services.db.$transaction(async (tx) => {
    const login = await findTokenLogin(tx, input.token, client.id);
    if (login === null) return;
    const who = { actor: login.person, address: ctx.address, requestId: ctx.requestId };
    await endLogin(tx, who, { id: login.id, reason: "revoked" });
  });
  return {};
}
