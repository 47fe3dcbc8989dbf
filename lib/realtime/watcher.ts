import { setTimeout as sleep } from "node:timers/promises";

import type { Access, Refusal } from "@/lib/auth/access";

import { ANY } from "./announcer";

/** One stream that waits for what becomes of webhooks. */
export type Watcher = {
  /** Fires when there is no more use in waiting: the caller left, lost access, or this process stops. */
  signal: AbortSignal;
  /** Why the caller may watch no more; null while it may. */
  refusal(): Refusal | null;
  /**
   * The ids of webhooks that may have changed since the last call, `ANY` for those not known. It waits for the first of
   * them, for `ms` or for the end of the watcher.
   */
  changed(ms: number): Promise<ReadonlySet<string>>;
  /** Leaves the hub; must be called when the stream is done, and may be called twice. */
  release(): void;
};

/** A watcher as the hub sees it. */
export type Watched = Watcher & {
  access: Access;
  /** Only this webhook; null: all that its access reaches. */
  webhookId: string | null;
  /** Some of these have changed, or `ANY` has. */
  mark(webhookIds: Iterable<string>): void;
  end(refusal: Refusal | null): void;
};

// What changes in quick succession is read once; with the announcer's pause it stays well below 300 ms.
const REST_MS = 100;

/** A watcher that ends when `left` fires; `onRelease` takes it off the hub. */
export function createWatcher(
  access: Access,
  webhookId: string | null,
  left: AbortSignal,
  onRelease: () => void,
): Watched {
  const ended = new AbortController();
  let refusal: Refusal | null = null;
  let marked = new Set<string>();
  let wake: (() => void) | undefined;
  let restsUntil = 0;

  const release = () => {
    left.removeEventListener("abort", onLeft);
    onRelease();
  };
  const end = (why: Refusal | null) => {
    if (ended.signal.aborted) return;
    refusal = why;
    release();
    ended.abort();
    wake?.();
  };
  const onLeft = () => end(null);
  left.addEventListener("abort", onLeft, { once: true });

  const firstMark = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => wake?.(), Math.max(0, ms));
      wake = () => {
        clearTimeout(timer);
        wake = undefined;
        resolve();
      };
    });

  return {
    access,
    webhookId,
    signal: ended.signal,
    refusal: () => refusal,
    end,
    mark(ids) {
      for (const id of ids) {
        if (webhookId === null || id === webhookId || id === ANY) marked.add(id);
      }
      if (marked.size > 0) wake?.();
    },
    async changed(ms) {
      if (marked.size === 0 && !ended.signal.aborted) await firstMark(ms);
      const rest = restsUntil - performance.now();
      if (marked.size > 0 && rest > 0)
        await sleep(rest, undefined, { signal: ended.signal }).catch(() => undefined);
      const ids = marked;
      marked = new Set();
      restsUntil = performance.now() + REST_MS;
      return ids;
    },
    release,
  };
}
