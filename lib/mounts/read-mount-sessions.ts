import { actorName, type Mode } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";
import type { EndedReason } from "@/lib/contract/mounts";
import { Prisma } from "@/lib/db/client";
import { oldestOf, within } from "@/lib/db/page-of-owner";

type Page = { limit: number; after?: string | undefined };

type Row = {
  id: string;
  filesystem_id: string;
  mode: Mode;
  state: "requested" | "active" | "ended";
  created_by: string;
  created_by_name: string | null;
  created_at: Date;
  expires_at: Date;
  ticket_expires_at: Date;
  ended_at: Date | null;
  ended_reason: EndedReason | null;
  client: string | null;
  machine: string | null;
  address: string | null;
  last_active_at: Date | null;
  bytes_read: number;
  bytes_written: number;
};

/**
 * A filesystem's mount sessions, oldest first: active ones, or all with `ended` (spec 4.22). An API key sees
 * its own, a user everyone's.
 */
export async function listMountSessions(
  ctx: FilesystemContext,
  { ended, ...page }: Page & { ended: boolean },
) {
  const rows = await selectMountSessions(
    ctx.services.db,
    ended ? oldestOf(ownerOf(ctx), "m.id", page) : areLive(ctx, page),
  );
  return rows.map((row) => ({
    ...presentMountSession(row),
    created_by_name: row.created_by_name,
    ended_at: row.ended_at?.toISOString() ?? null,
    ended_reason: row.ended_reason,
    client: row.client,
    machine: row.machine,
    address: row.address,
    last_active_at: row.last_active_at?.toISOString() ?? null,
    bytes_read: row.bytes_read,
    bytes_written: row.bytes_written,
  }));
}

function ownerOf({ filesystemId, actor }: FilesystemContext): Record<string, string> {
  const owner = { "m.filesystem_id": filesystemId };
  return actor.type === "key" ? { ...owner, "m.created_by": actorName(actor) } : owner;
}

// All that are live are found by when they end, and few are; a walk by id would read those that ended.
function areLive(ctx: FilesystemContext, { limit, after = "" }: Page): Prisma.Sql {
  const { "m.created_by": creator } = ownerOf(ctx);
  const live = within({ "m.filesystem_id": ctx.filesystemId }, "m.ends_at", {
    above: Prisma.sql`statement_timestamp()`,
    below: Prisma.sql`timestamptz 'infinity'`,
  });
  return Prisma.sql`m.id > ${after} AND m.id = ANY (ARRAY(SELECT m.id FROM mount_session m WHERE ${live}
      ${creator === undefined ? Prisma.empty : Prisma.sql`AND m.created_by = ${creator}`}))
    ORDER BY m.id LIMIT ${limit}`;
}

/** Reads mount sessions; one timestamp decides all time-dependent fields. */
export function selectMountSessions(
  db: Prisma.TransactionClient,
  where: Prisma.Sql,
): Promise<Row[]> {
  return db.$queryRaw<Row[]>`
    SELECT m.id, m.filesystem_id, m.mode, m.created_by, creator_name(m.created_by) AS created_by_name, m.created_at, m.expires_at, m.ticket_expires_at,
      m.client, m.machine, m.address, m.last_active_at, m.bytes_read::float8, m.bytes_written::float8,
      CASE WHEN m.ends_at <= statement_timestamp() THEN 'ended' WHEN m.exchanged_at IS NULL THEN 'requested'
        ELSE 'active' END AS state,
      CASE WHEN m.ends_at <= statement_timestamp() THEN m.ends_at END AS ended_at,
      CASE WHEN m.ends_at > statement_timestamp() THEN NULL
        WHEN m.stopped_at = m.ends_at THEN m.stopped_reason
        WHEN m.expires_at = m.ends_at THEN 'expired'
        WHEN m.exchanged_at IS NULL THEN 'ticket_expired' ELSE 'credential_expired' END AS ended_reason
    FROM mount_session m WHERE ${where}`;
}

/** A mount session as the API returns it. */
export function presentMountSession(row: Row) {
  const { id, filesystem_id, mode, state, created_by } = row;
  const [created_at, expires_at] = [row.created_at.toISOString(), row.expires_at.toISOString()];
  const ticket_expires_at = row.ticket_expires_at.toISOString();
  return { id, filesystem_id, mode, state, created_by, created_at, expires_at, ticket_expires_at };
}
