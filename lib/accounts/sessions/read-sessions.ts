import type { UserContext } from "@/lib/auth/context";
import { SCOPES } from "@/lib/contract/scopes";
import { Prisma } from "@/lib/db/client";
import { oldestOf } from "@/lib/db/page-of-owner";
import { findClient } from "@/lib/oauth/clients";

type Page = { limit: number; after?: string | undefined };
type Row = { id: string; address: string; created_at: Date; last_used_at: Date; expires_at: Date };

/** The caller's active console sessions, oldest first (spec 4.4). */
export async function listSessions(ctx: UserContext, page: Page) {
  const rows = await ctx.services.db.$queryRaw<(Row & { user_agent: string })[]>`
    SELECT id, address, user_agent, created_at, last_used_at, expires_at FROM session WHERE ${alive(ctx, page)}`;
  return rows.map((row) => ({
    ...present(ctx, row),
    address: row.address,
    user_agent: row.user_agent,
  }));
}

/** The caller's active command-line logins, oldest first (spec 4.4). */
export async function listLogins(ctx: UserContext, page: Page) {
  const rows = await ctx.services.db.$queryRaw<(Row & { client_id: string; scopes: string[] })[]>`
    SELECT id, address, client_id, scopes, created_at, last_used_at, expires_at FROM login WHERE ${alive(ctx, page)}`;
  return rows.map((row) => ({
    ...present(ctx, row),
    address: row.address,
    client: findClient(row.client_id),
    scopes: SCOPES.filter((scope) => row.scopes.includes(scope)),
  }));
}

const alive = ({ actor }: UserContext, page: Page) =>
  Prisma.sql`ended_at IS NULL AND expires_at > statement_timestamp()
    AND ${oldestOf({ user_id: actor.id }, "id", page)}`;

const present = ({ actor }: UserContext, { id, ...row }: Omit<Row, "address">) => ({
  id,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  current: id === actor.credential,
});
