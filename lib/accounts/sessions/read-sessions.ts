import type { UserContext } from "@/lib/auth/context";
import { SCOPES } from "@/lib/contract/scopes";
import { findClient } from "@/lib/oauth/clients";

type Page = { limit: number; after?: string | undefined };
type Row = { id: string; created_at: Date; last_used_at: Date; expires_at: Date };

/** The caller's active console sessions, oldest first (spec 4.4). */
export async function listSessions(ctx: UserContext, page: Page) {
  const rows = await ctx.services.db.session.findMany(alive(ctx, page));
  return rows.map((row) => ({
    ...present(ctx, row),
    address: row.address,
    user_agent: row.user_agent,
  }));
}

/** The caller's active command-line logins, oldest first (spec 4.4). */
export async function listLogins(ctx: UserContext, page: Page) {
  const rows = await ctx.services.db.login.findMany(alive(ctx, page));
  return rows.map((row) => ({
    ...present(ctx, row),
    address: row.address,
    client: findClient(row.client_id),
    scopes: SCOPES.filter((scope) => row.scopes.includes(scope)),
  }));
}

const alive = ({ actor }: UserContext, { limit, after = "" }: Page) => ({
  where: {
    user_id: actor.id,
    ended_at: null,
    expires_at: { gt: new Date() },
    id: { gt: after },
  },
  orderBy: { id: "asc" as const },
  take: limit,
});

const present = ({ actor }: UserContext, { id, ...row }: Row) => ({
  id,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  current: id === actor.credential,
});
