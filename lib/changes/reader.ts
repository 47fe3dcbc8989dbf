import type { Access, Refusal } from "@/lib/auth/access";

/** One long poll or stream that waits for changes of a filesystem. */
export type Reader = {
  access: Access;
  /** Fires when there is no more use in waiting: the caller left, lost access, or this process stops. */
  signal: AbortSignal;
  /** Why the caller may read no more; null while it may. */
  refusal(): Refusal | null;
  /** Waits until the head passes `after` (true), or until `ms` have gone by or the reader ended (false). */
  past(after: bigint, ms: number): Promise<boolean>;
  /** Leaves the hub; must be called when the reader is done, and may be called twice. */
  release(): void;
};

/** A reader as the hub sees it, which learns the head and who lost access. */
export type Watched = Reader & { moved(head: bigint): void; end(refusal: Refusal | null): void };

/**
 * A reader that ends when `left` fires. `head` answers the newest head known for its filesystem;
 * `onRelease` takes it off the hub.
 */
export function createReader(
  access: Access,
  left: AbortSignal,
  head: () => bigint,
  onRelease: () => void,
): Watched {
  const ended = new AbortController();
  let refusal: Refusal | null = null;
  let waiting: { after: bigint; wake: (moved: boolean) => void } | undefined;

  const release = () => {
    left.removeEventListener("abort", onLeft);
    onRelease();
  };
  const end = (why: Refusal | null) => {
    if (ended.signal.aborted) return;
    refusal = why;
    release();
    ended.abort();
    waiting?.wake(false);
  };
  const onLeft = () => end(null);
  left.addEventListener("abort", onLeft, { once: true });

  return {
    access,
    signal: ended.signal,
    refusal: () => refusal,
    end,
    moved(to) {
      if (waiting !== undefined && to > waiting.after) waiting.wake(true);
    },
    async past(after, ms) {
      if (ended.signal.aborted) return false;
      if (head() > after) return true;
      let timer: NodeJS.Timeout | undefined;
      const moved = await new Promise<boolean>((wake) => {
        waiting = { after, wake };
        timer = setTimeout(() => wake(false), Math.max(0, ms));
      });
      clearTimeout(timer);
      waiting = undefined;
      return moved;
    },
    release,
  };
}
