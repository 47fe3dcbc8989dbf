import type { FilesystemContext } from "@/lib/auth/context";
import type { Entry } from "@/lib/contract/stat";

import { unwrapOutcome, type Outcome } from "./outcome";
import { readPageToken, writePageToken } from "./page-token";

type Input = {
  path: string;
  recursive: boolean;
  limit: number;
  page_token?: string | undefined;
  fields?: "stat" | undefined;
};
type Row = Outcome & {
  cursor: string;
  root: Entry | null;
  /** A JSON array of Entry. */
  entries: string;
  next: string | null;
};

/**
 * One page of a listing (spec 5.13): siblings by name bytes, a directory before its contents. All pages plus
 * the changes after `cursor` give the current tree despite concurrent writes. `entries` is JSON text.
 * @throws AppError `path_not_found`, `not_a_directory` (not if recursive); InvalidInput `page_token`
 */
export async function listEntries(ctx: FilesystemContext, input: Input) {
  const { path, recursive, limit } = input;
  const listing = { filesystemId: ctx.filesystemId, path, recursive };
  const start = input.page_token === undefined ? null : readPageToken(listing, input.page_token);
  const { root, entries, next, ...page } = unwrapOutcome(
    await ctx.services.db.$queryRaw<Row[]>`
      SELECT code, cursor::text, root, entries, next
      FROM entries_page(${ctx.filesystemId}, ${path}, ${recursive}, ${start?.after ?? null}, ${limit}::int,
        ${input.fields === "stat"})`,
  );
  const cursor = start?.cursor ?? page.cursor;
  const nextToken = next === null ? null : writePageToken(listing, { cursor, after: next });
  return { root, entries, cursor, next_page_token: nextToken };
}
