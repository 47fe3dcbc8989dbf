import type { VisitorContext } from "@/lib/auth/context";
import { hashToken } from "@/lib/auth/token";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

import { endLogin } from "./device/end-login";
import { findTokenLogin } from "./find-token-login";
import { issueTokens, type Tokens } from "./issue-tokens";

type Input = {
  refreshToken: string;
  clientId: string;
  /** Refused unless the login has all of these; the new tokens have those of the login (RFC 6749, section 6). */
  scopes: readonly string[];
};

/**
 * Exchanges a refresh token, which works once, for new tokens (spec 4.37). Reuse means it was stolen and
 * revokes the login (docs/decisions/0008-no-grace-for-refresh-tokens.md).
 * @throws AppError `invalid_grant`, `invalid_scope`
 */
export async function refreshTokens(ctx: VisitorContext, input: Input): Promise<Tokens> {
  const tokens = await ctx.services.db.$transaction((tx) => rotate(tx, ctx, input));
  if (tokens === null) throw new AppError("invalid_grant");
  return tokens;
}

// Null instead of an exception, so that the revocation is committed.
async function rotate(tx: Prisma.TransactionClient, ctx: VisitorContext, input: Input) {
  const login = await findTokenLogin(tx, input.refreshToken, input.clientId);
  if (login === null || login.kind !== "refresh" || login.over) return null;
  const hash = hashToken(input.refreshToken);
  const used = await tx.$executeRaw`
    UPDATE login_token SET used_at = clock_timestamp() WHERE hash = ${hash} AND used_at IS NULL`;
  if (used === 0) {
    const who = { actor: login.user, address: ctx.address, requestId: ctx.requestId };
    await endLogin(tx, who, { id: login.id, reason: "refresh_token_reuse" });
    return null;
  }
  // Thrown, so that the refresh token stays unused.
  if (input.scopes.some((scope) => !login.scopes.includes(scope)))
    throw new AppError("invalid_scope");
  return issueTokens(tx, login.id);
}
