import type { FilesystemContext } from "@/lib/auth/context";

import { unwrapOutcome, type Outcome } from "./outcome";
import { readPageToken, writePageToken } from "./page-token";

// Names that one request examines: about 50 ms of the database's time.
const MAX_EXAMINED = 100_000;

type Input = {
  path: string;
  query: string;
  recursive: boolean;
  limit: number;
  page_token?: string | undefined;
};
type Row = Outcome & {
  /** A JSON array of FileInfo. */
  entries: string;
  next_id: string | null;
  next_name: string | null;
};

/**
 * One page of the entries below a directory whose names contain a text (spec 5.32). `entries` is JSON text.
 * @throws AppError `path_not_found`, `not_a_directory`; InvalidInput `page_token`
 */
export async function searchEntries(ctx: FilesystemContext, input: Input) {
  const { path, query, recursive, limit } = input;
  const { filesystemId, services } = ctx;
  const listing = { filesystemId, path: `${path}\0${query}`, recursive };
  // The position is a name in a directory, whose id is in the place of the cursor.
  const start = input.page_token === undefined ? null : readPageToken(listing, input.page_token);
  const { entries, next_id, next_name } = unwrapOutcome(
    await services.db.$queryRaw<Row[]>`
      SELECT code, entries, next_id::text, next_name
      FROM entries_search(${filesystemId}, ${path}, ${query}, ${recursive}, ${start?.cursor}::bigint,
        ${start?.after.slice(1)}, ${limit}::int, ${MAX_EXAMINED}::int)`,
  );
  const nextToken =
    next_id === null ? null : writePageToken(listing, { cursor: next_id, after: `/${next_name}` });
  return { entries, next_page_token: nextToken };
}
