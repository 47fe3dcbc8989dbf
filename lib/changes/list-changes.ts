import type { FilesystemContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import { type ChangeRow, toEvent } from "./event";

type Input = {
  cursor?: string | undefined;
  limit: number;
  path_prefix?: string | undefined;
  wait: number;
};
type Page = { head: bigint; floor: bigint; scanned: bigint; barrier: boolean; events: ChangeRow[] };

// Rows looked at for one page: a few milliseconds, however few of them lie below the prefix.
const MAX_SCAN = 5_000;

/**
 * A page of a filesystem's changes after a cursor (specification, "GET /changes"; contract, sections 5 and 6).
 * With `wait` seconds it answers at the first event that matches, or empty with the cursor moved on.
 * @throws AppError `cursor_expired` with the head, when the cursor is behind the history or beyond the head.
 */
export async function listChanges(ctx: FilesystemContext, input: Input, signal: AbortSignal) {
  if (input.cursor === undefined)
    return { events: [], cursor: String(await readHead(ctx)), has_more: false };
  const endsAt = performance.now() + input.wait * 1000;
  let after = BigInt(input.cursor);
  for (let waiting = true; ;) {
    const page = await readPage(ctx, after, input);
    if (after < page.floor || after > page.head || page.barrier) {
      throw new AppError("cursor_expired", { cursor: String(page.head) });
    }
    const left = endsAt - performance.now();
    if (page.events.length > 0 || left <= 0 || !waiting) return toAnswer(page);
    after = page.scanned;
    if (after === page.head)
      waiting = await ctx.services.heads.waitPast(ctx.filesystemId, after, left, signal);
  }
}

function toAnswer(page: Page) {
  const events = page.events.map((change) => ({ ...toEvent(change), cursor: change.cursor }));
  return { events, cursor: String(page.scanned), has_more: page.scanned < page.head };
}

async function readHead(ctx: FilesystemContext): Promise<bigint> {
  const [row] = await ctx.services.db.$queryRaw<{ head: bigint }[]>`
    SELECT head FROM filesystem WHERE id = ${ctx.filesystemId}`;
  if (row === undefined) throw new AppError("not_found");
  return row.head;
}

// Floor, head and rows in one statement, so that pruning in between cannot hide a change.
async function readPage(ctx: FilesystemContext, after: bigint, input: Input): Promise<Page> {
  const [page] = await ctx.services.db.$queryRaw<Page[]>`
    SELECT f.head, f.floor, p.scanned, p.barrier, p.events
    FROM filesystem f,
      changes_page(f.id, ${after}, ${input.path_prefix ?? "/"}, ${input.limit}::int, ${MAX_SCAN}::int) p
    WHERE f.id = ${ctx.filesystemId}`;
  if (page === undefined) throw new AppError("not_found");
  return page;
}
