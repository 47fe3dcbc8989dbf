import { hashToken } from "@/lib/auth/token";
import type { Prisma } from "@/lib/db/client";

type Row = {
  id: string;
  user_id: string;
  name: string;
  kind: "access" | "refresh";
  scopes: string[];
  over: boolean;
};

/**
 * The login of a token, locked until the transaction ends. `over`: the login or this token has ended or
 * expired, or the user is disabled. Null: unknown token, or another client's.
 */
export async function findTokenLogin(
  tx: Prisma.TransactionClient,
  token: string,
  clientId: string,
) {
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT l.id, l.user_id, u.name, t.kind, l.scopes,
      l.ended_at IS NOT NULL OR u.disabled_at IS NOT NULL OR least(l.expires_at, t.expires_at) <= clock_timestamp() AS over
    FROM login_token t JOIN login l ON l.id = t.login_id JOIN app_user u ON u.id = l.user_id
    WHERE t.hash = ${hashToken(token)} AND l.client_id = ${clientId} FOR UPDATE OF l`;
  if (row === undefined) return null;
  const { id, user_id: userId, name, kind, scopes, over } = row;
  return { id, kind, scopes, over, user: { type: "user" as const, id: userId, name } };
}
