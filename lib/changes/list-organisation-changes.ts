import type { OrganisationContext } from "@/lib/auth/context";
import { readableBy } from "@/lib/auth/reached-by";

import { type ChangeRow, toEvent } from "./event";

type Row = ChangeRow & { filesystem_id: string };

/** The newest changes of all filesystems of an organisation that the caller may read, newest first (spec 4.60). */
export async function listOrganisationChanges(ctx: OrganisationContext, query: { limit: number }) {
  // The newest of each filesystem that has any, by their key; what exists there is looked up for those shown.
  const rows = await ctx.services.db.$queryRaw<Row[]>`
    SELECT c.filesystem_id, c.cursor::text, c.kind AS type, c.path, c.origin, c.author, iso_time(c.at) AS at,
      file_info(c.path, entry_at(c.filesystem_id, c.path), false) AS file
    FROM (
      SELECT n.* FROM filesystem f CROSS JOIN LATERAL (
        SELECT c.* FROM change c WHERE c.filesystem_id = f.id AND c.kind NOT IN ('marker', 'barrier')
        ORDER BY c.cursor DESC LIMIT ${query.limit}) n
      WHERE ${readableBy(ctx)} AND f.head > f.floor ORDER BY n.at DESC, n.cursor DESC LIMIT ${query.limit}) c
    ORDER BY c.at DESC, c.cursor DESC`;
  return rows.map(({ filesystem_id, cursor, origin, author, at, ...change }) => ({
    ...toEvent({ cursor, ...change }),
    filesystem_id,
    cursor,
    origin,
    author,
    at,
  }));
}
