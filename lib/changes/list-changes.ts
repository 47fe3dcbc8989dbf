import { accessOf, type FilesystemContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import { type Page, type PageQuery, readHead, readPage, refuseExpired, toResponse } from "./page";

type Input = PageQuery & { cursor?: string | undefined; wait: number };

/**
 * A page of a filesystem's changes after a cursor (spec 6.6, 6.8). With `wait` seconds it returns
 * at the first matching event, or after that time, empty, with a later cursor.
 * @throws AppError `cursor_expired` with the head, when the cursor is behind the history or beyond
 *   the head; the refusal of a new request, when the caller loses access while it waits.
 */
export async function listChanges(ctx: FilesystemContext, input: Input, left: AbortSignal) {
  const { db } = ctx.services;
  if (input.cursor === undefined) {
    return { events: [], cursor: String(await readHead(db, ctx.filesystemId)), has_more: false };
  }
  const after = BigInt(input.cursor);
  const page =
    input.wait === 0 ? await readOnce(ctx, after, input) : await poll(ctx, after, input, left);
  return toResponse(page);
}

async function readOnce(ctx: FilesystemContext, after: bigint, input: Input): Promise<Page> {
  const page = await readPage(ctx.services.db, ctx.filesystemId, after, input);
  refuseExpired(page, after);
  return page;
}

async function poll(ctx: FilesystemContext, from: bigint, input: Input, left: AbortSignal) {
  const { heads } = ctx.services;
  const endsAt = performance.now() + input.wait * 1000;
  const reader = heads.join(accessOf(ctx, "ro"), left);
  try {
    let page = await readOnce(ctx, from, input);
    while (page.events.length === 0 && !reader.signal.aborted && performance.now() < endsAt) {
      const after = page.scanned;
      const moved = after < page.head || (await reader.past(after, endsAt - performance.now()));
      if (!moved) continue;
      page = await heads.readPage(ctx.filesystemId, after, input);
      refuseExpired(page, after);
    }
    const refusal = reader.refusal();
    if (refusal !== null) throw new AppError(refusal);
    return page;
  } finally {
    reader.release();
  }
}
