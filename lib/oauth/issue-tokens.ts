import { hashToken, newToken } from "@/lib/auth/token";
import type { Prisma } from "@/lib/db/client";

import { LOGIN_POLICY } from "./policy";

/**
 * Issues a new pair of tokens, neither of which outlives the login (spec 4.37). They are returned only here;
 * `expires_in` is in seconds.
 */
export async function issueTokens(tx: Prisma.TransactionClient, loginId: string) {
  const access = newToken("tmkat_");
  const refresh = newToken("tmkrt_");
  const [issued] = await tx.$queryRaw<{ expires_in: number; scopes: string[] }[]>`
    WITH issued AS (
      INSERT INTO login_token (hash, login_id, kind, expires_at)
      SELECT t.hash, l.id, t.kind, least(l.expires_at, clock_timestamp() + make_interval(secs => t.seconds))
      FROM login l, (VALUES (${hashToken(access)}::bytea, 'access', ${LOGIN_POLICY.access}::int),
        (${hashToken(refresh)}::bytea, 'refresh', ${LOGIN_POLICY.refresh}::int)) t (hash, kind, seconds)
      WHERE l.id = ${loginId}
      RETURNING kind, expires_at
    )
    SELECT floor(extract(epoch FROM expires_at - clock_timestamp() + interval '0.5 seconds'))::int AS expires_in,
      (SELECT l.scopes FROM login l WHERE l.id = ${loginId}) AS scopes
    FROM issued WHERE kind = 'access'`;
  if (issued === undefined) throw new Error("no tokens were issued");
  return {
    access_token: access,
    token_type: "Bearer" as const,
    expires_in: issued.expires_in,
    refresh_token: refresh,
    scope: issued.scopes.join(" "),
  };
}

export type Tokens = Awaited<ReturnType<typeof issueTokens>>;
