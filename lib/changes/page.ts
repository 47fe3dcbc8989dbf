import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

import type { ChangeRow } from "./event";

/** Which changes a reader requests: at most `limit` events below the prefix (default: all). */
export type PageQuery = {
  limit: number;
  path_prefix?: string | undefined;
  fields?: "stat" | undefined;
};

/** Changes after a cursor and where the history begins and ends, all of one snapshot. */
export type Page = {
  head: bigint;
  floor: bigint;
  scanned: bigint;
  barrier: boolean;
  events: ChangeRow[];
};

/** Reads the page after a cursor. */
export type ReadPage = (filesystemId: string, after: bigint, query: PageQuery) => Promise<Page>;

// Rows scanned for one page: a few milliseconds, however few of them are below the prefix.
const MAX_SCAN = 5_000;

/**
 * The page of changes after a cursor (spec 6.6, 6.7), valid or not: see `refuseExpired`.
 * @throws AppError `not_found` when the filesystem is gone
 */
export async function readPage(
  db: Db,
  filesystemId: string,
  after: bigint,
  query: PageQuery,
): Promise<Page> {
  // Floor, head and rows in one statement, so that pruning in between cannot hide a change.
  const [page] = await db.$queryRaw<Page[]>`
    SELECT f.head, f.floor, p.scanned, p.barrier, p.events
    FROM filesystem f,
      changes_after(f.id, ${after}, ${query.path_prefix ?? "/"}, ${query.limit}::int, ${MAX_SCAN}::int,
        ${query.fields === "stat"}) p
    WHERE f.id = ${filesystemId}`;
  if (page === undefined) throw new AppError("not_found");
  return page;
}

/**
 * Reads pages for readers that a commit woke together: equal queries share one that is running. It
 * may have started before the newest commit, so it is only for readers that read again when the
 * head is ahead of their page.
 */
export function sharePages(db: Db): ReadPage {
  const running = new Map<string, Promise<Page>>();
  return (filesystemId, after, query) => {
    const name = JSON.stringify([
      filesystemId,
      String(after),
      query.limit,
      query.path_prefix,
      query.fields,
    ]);
    const page =
      running.get(name) ??
      readPage(db, filesystemId, after, query).finally(() => running.delete(name));
    running.set(name, page);
    return page;
  };
}

/**
 * @throws AppError `cursor_expired` with the head, when `after` is behind the history, beyond the
 *   head or at a barrier
 */
export function refuseExpired(page: Page, after: bigint): void {
  if (after >= page.floor && after <= page.head && !page.barrier) return;
  throw new AppError("cursor_expired", { cursor: String(page.head) });
}

/** The page as the API shows it, events with all fields they were read with. `cursor` is the last one scanned. */
export function toResponse(page: Page) {
  return { events: page.events, cursor: String(page.scanned), has_more: page.scanned < page.head };
}

/** The newest cursor of a filesystem. */
export async function readHead(db: Db, filesystemId: string): Promise<bigint> {
  const [row] = await db.$queryRaw<{ head: bigint }[]>`
    SELECT head FROM filesystem WHERE id = ${filesystemId}`;
  if (row === undefined) throw new AppError("not_found");
  return row.head;
}
