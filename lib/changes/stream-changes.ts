import { accessOf, type FilesystemContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import { type PageQuery, readHead, readPage, refuseExpired, toResponse } from "./page";
import type { Reader } from "./reader";

type Input = PageQuery & { cursor?: string | undefined };

/** One server-sent event of a stream of changes. `id` is the cursor to resume from. */
export type ChangeFrame =
  | { event: "changes"; id: string; data: ReturnType<typeof toResponse> }
  | { event: "heartbeat"; id: string; data: { cursor: string } }
  | { event: "expired" | "end"; data: { code: string; message: string; request_id: string } };

// Proxies close connections that are silent for 30 to 60 s; a client soon catches up from a cursor
// 15 s old.
const HEARTBEAT_MS = 15_000;

/**
 * The changes of a filesystem as they are committed, from a cursor or from the head (spec 6.9). A
 * page is read once the client took the one before. It ends when the caller leaves (`left`) or the
 * process stops, after `expired` when the cursor is not valid, and after `end` when the caller has
 * lost access.
 * @returns the frames, and a signal that fires when no more of them may be sent
 */
export function streamChanges(
  ctx: FilesystemContext,
  input: Input,
  left: AbortSignal,
  heartbeatMs = HEARTBEAT_MS,
): { frames: AsyncGenerator<ChangeFrame>; ended: AbortSignal } {
  const reader = ctx.services.heads.join(accessOf(ctx, "ro"), left);
  return { frames: frames(ctx, input, reader, heartbeatMs), ended: reader.signal };
}

async function* frames(
  ctx: FilesystemContext,
  input: Input,
  reader: Reader,
  heartbeatMs: number,
): AsyncGenerator<ChangeFrame> {
  const farewell = ({ code, message, extra }: AppError) => ({
    code,
    message,
    request_id: ctx.requestId,
    ...extra,
  });
  try {
    yield* pages(ctx, input, reader, heartbeatMs);
    const refusal = reader.refusal();
    if (refusal !== null) yield { event: "end", data: farewell(new AppError(refusal)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const event = error.code === "cursor_expired" ? "expired" : "end";
    yield { event, data: farewell(error) };
  } finally {
    reader.release();
  }
}

async function* pages(
  { services: { db, heads }, filesystemId }: FilesystemContext,
  input: Input,
  reader: Reader,
  heartbeatMs: number,
): AsyncGenerator<ChangeFrame> {
  let after = input.cursor === undefined ? await readHead(db, filesystemId) : BigInt(input.cursor);
  let page = await readPage(db, filesystemId, after, input);
  // The first heartbeat is immediate, so that a caller without a cursor has one to resume from.
  let dueAt = performance.now();
  for (;;) {
    refuseExpired(page, after);
    after = page.scanned;
    const id = String(after);
    if (page.events.length > 0) {
      yield { event: "changes", id, data: toResponse(page) };
      dueAt = performance.now() + heartbeatMs;
    }
    do {
      if (reader.signal.aborted) return;
      if (performance.now() < dueAt) continue;
      yield { event: "heartbeat", id, data: { cursor: id } };
      dueAt = performance.now() + heartbeatMs;
    } while (after >= page.head && !(await reader.past(after, dueAt - performance.now())));
    if (reader.signal.aborted) return;
    page = await heads.readPage(filesystemId, after, input);
  }
}
