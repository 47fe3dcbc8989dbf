import { setTimeout as sleep } from "node:timers/promises";

import type { Access, Refusal } from "@/lib/auth/access";
import { createSubscription, type Subscription } from "@/lib/concurrency/subscription";

import { ANY } from "./announcer";

/** One stream that waits for changes of webhooks. */
export type Watcher = Pick<Subscription<Refusal>, "signal" | "refusal" | "release"> & {
  /**
   * The ids of webhooks that may have changed since the last call; `ANY` means that some are
   * unknown. Waits for the first of them, for `ms` milliseconds, or for the end of the watcher.
   */
  changed(ms: number): Promise<ReadonlySet<string>>;
};

/** A watcher as the hub sees it. */
export type Watched = Watcher &
  Pick<Subscription<Refusal>, "end"> & {
    access: Access;
    /** Only this webhook; null: all that its access reaches. */
    webhookId: string | null;
    /** Some of these have changed, or `ANY` has. */
    mark(webhookIds: Iterable<string>): void;
  };

// Quick successions of changes are read once; with the announcer's pause this stays below 300 ms.
const REST_MS = 100;

/** A watcher that ends when `left` fires; `onRelease` removes it from the hub. */
export function createWatcher(
  access: Access,
  webhookId: string | null,
  left: AbortSignal,
  onRelease: () => void,
): Watched {
  const { signal, refusal, end, release, wait, wake } = createSubscription<Refusal>(
    left,
    onRelease,
  );
  let marked = new Set<string>();
  let restsUntil = 0;

  return {
    access,
    webhookId,
    signal,
    refusal,
    end,
    release,
    mark(ids) {
      for (const id of ids) {
        if (webhookId === null || id === webhookId || id === ANY) marked.add(id);
      }
      if (marked.size > 0) wake();
    },
    async changed(ms) {
      if (marked.size === 0) await wait(ms);
      const rest = restsUntil - performance.now();
      if (marked.size > 0 && rest > 0)
        await sleep(rest, undefined, { signal }).catch(() => undefined);
      const ids = marked;
      marked = new Set();
      restsUntil = performance.now() + REST_MS;
      return ids;
    },
  };
}
