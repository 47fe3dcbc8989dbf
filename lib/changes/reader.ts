import type { Access, Refusal } from "@/lib/auth/access";
import { createSubscription, type Subscription } from "@/lib/concurrency/subscription";

/** One long poll or stream that waits for changes of a filesystem. */
export type Reader = Pick<Subscription<Refusal>, "signal" | "refusal" | "release"> & {
  access: Access;
  /**
   * Waits until the head passes `after` (true), or until `ms` have gone by or the reader ended
   * (false).
   */
  past(after: bigint, ms: number): Promise<boolean>;
};

/** A reader as the hub sees it: the hub reports new heads and ends readers that lost access. */
export type Watched = Reader & Pick<Subscription<Refusal>, "end"> & { moved(head: bigint): void };

/**
 * A reader that ends when `left` fires. `head` returns the newest known head of its filesystem;
 * `onRelease` removes it from the hub.
 */
export function createReader(
  access: Access,
  left: AbortSignal,
  head: () => bigint,
  onRelease: () => void,
): Watched {
  const { signal, refusal, end, release, wait, wake } = createSubscription<Refusal>(
    left,
    onRelease,
  );
  let waitingAfter: bigint | undefined;

  return {
    access,
    signal,
    refusal,
    end,
    release,
    moved(to) {
      if (waitingAfter !== undefined && to > waitingAfter) wake();
    },
    async past(after, ms) {
      if (signal.aborted) return false;
      if (head() > after) return true;
      waitingAfter = after;
      const moved = await wait(ms);
      waitingAfter = undefined;
      return moved;
    },
  };
}
