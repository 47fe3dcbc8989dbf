import type { Access } from "@/lib/auth/access";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import type { Watcher } from "./watcher";

/** One server-sent event of a stream. */
export type LiveFrame = { event: string; data: object };

/** How a stream reads its data. */
export type Reading = {
  /** Everything, at the start. */
  snapshot(): Promise<LiveFrame[]>;
  /** What changed, given the webhooks that may have changed; none after a timeout. */
  changes(webhookIds: ReadonlySet<string>): Promise<LiveFrame[]>;
};

// Proxies close connections that are silent for 30 to 60 s.
const HEARTBEAT_MS = 15_000;

type Options = { webhookId: string | null; left: AbortSignal; heartbeatMs?: number | undefined };

/**
 * A stream of webhooks (spec 4.32): a snapshot, then changes, each read once the client took the
 * frame before, so a slow client skips intermediate states. It ends when the caller leaves or the
 * process stops, and after `end` when the caller has lost access or what it watches was deleted.
 * @returns the frames, and a signal that fires when no more of them may be sent
 */
export function liveFrames(
  ctx: Context,
  access: Access,
  reading: Reading,
  { webhookId, left, heartbeatMs = HEARTBEAT_MS }: Options,
): { frames: AsyncGenerator<LiveFrame>; ended: AbortSignal } {
  const watcher = ctx.services.live.watch(access, webhookId, left);
  return { frames: frames(ctx, watcher, reading, heartbeatMs), ended: watcher.signal };
}

async function* frames(ctx: Context, watcher: Watcher, reading: Reading, heartbeatMs: number) {
  try {
    yield* follow(watcher, reading, heartbeatMs);
    const refusal = watcher.refusal();
    if (refusal !== null) yield farewell(ctx, new AppError(refusal));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    yield farewell(ctx, error);
  } finally {
    watcher.release();
  }
}

async function* follow(watcher: Watcher, reading: Reading, heartbeatMs: number) {
  let next = await reading.snapshot();
  let dueAt = 0;
  for (;;) {
    for (const frame of next) {
      if (watcher.signal.aborted) return;
      yield frame;
      dueAt = performance.now() + heartbeatMs;
    }
    const ids = await watcher.changed(dueAt - performance.now());
    if (watcher.signal.aborted) return;
    next = await reading.changes(ids);
    if (next.length === 0 && performance.now() >= dueAt) next = [{ event: "heartbeat", data: {} }];
  }
}

const farewell = (ctx: Context, { code, message, extra }: AppError): LiveFrame => ({
  event: "end",
  data: { code, message, request_id: ctx.requestId, ...extra },
});

/** Remembers what was sent last, so that nothing is sent twice. */
export function createMemory() {
  let known = new Map<string, string>();
  return {
    /** The items that are new or have changed; ids that are missing are forgotten. */
    news<T extends { id: string }>(items: readonly T[]): T[] {
      const now = new Map(items.map((item) => [item.id, JSON.stringify(item)]));
      const fresh = items.filter(({ id }) => known.get(id) !== now.get(id));
      known = now;
      return fresh;
    },
    knows: (id: string) => known.has(id),
    ids: () => [...known.keys()],
  };
}
