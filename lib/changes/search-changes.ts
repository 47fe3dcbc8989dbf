import type { FilesystemContext } from "@/lib/auth/context";
import type { Kept } from "@/lib/contract/changes";
import { AppError } from "@/lib/errors";

// Changes that one request examines: all that are kept, about 100 ms of the database's time.
const MAX_EXAMINED = 100_000;

type Input = {
  before?: string | undefined;
  query?: string | undefined;
  type?: Kept["type"] | undefined;
  limit: number;
};
type Row = { head: string; next: string | null; events: Kept[] };

/**
 * The changes of a filesystem that are kept, newest first, by a part of their path and their type (spec 6.11).
 * `cursor` is where the feed continues after the newest, `before` where the next page does.
 * @throws AppError `not_found` when the filesystem is gone
 */
export async function searchChanges(ctx: FilesystemContext, input: Input) {
  const { filesystemId, services } = ctx;
  // In one statement, so that pruning in between can't hide a change.
  const [row] = await services.db.$queryRaw<Row[]>`
    SELECT f.head::text, p.events, p.next::text
    FROM filesystem f,
      changes_search(f.id, f.floor, ${input.before}::bigint, ${input.query}, ${input.type},
        ${input.limit}::int, ${MAX_EXAMINED}::int) p
    WHERE f.id = ${filesystemId}`;
  if (row === undefined) throw new AppError("not_found");
  return { events: row.events, cursor: row.head, before: row.next };
}
