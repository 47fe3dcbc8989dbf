/** A caller that waits for something, until it leaves, is refused, or the process stops. */
export type Subscription<Refusal> = {
  /** Fires when waiting is over for good. */
  signal: AbortSignal;
  /** Why the caller may wait no longer; null while it may, or when it left by itself. */
  refusal: () => Refusal | null;
  /**
   * Waits up to `ms` milliseconds for `wake` (true); false after a timeout or the end. One wait at
   * a time.
   */
  wait: (ms: number) => Promise<boolean>;
  /** Ends the current wait, if there is one. */
  wake: () => void;
  /** Ends the subscription and releases it; only the first call counts. */
  end: (refusal: Refusal | null) => void;
  /** Leaves the hub; must be called when the caller is done, and may be called twice. */
  release: () => void;
};

/** A subscription that ends when `left` fires; `onRelease` removes it from its hub. */
export function createSubscription<Refusal>(
  left: AbortSignal,
  onRelease: () => void,
): Subscription<Refusal> {
  const ended = new AbortController();
  let refusal: Refusal | null = null;
  let stopWaiting: ((woken: boolean) => void) | undefined;

  const release = () => {
    left.removeEventListener("abort", onLeft);
    onRelease();
  };
  const end = (why: Refusal | null) => {
    if (ended.signal.aborted) return;
    refusal = why;
    release();
    ended.abort();
    stopWaiting?.(false);
  };
  const onLeft = () => end(null);
  left.addEventListener("abort", onLeft, { once: true });

  return {
    signal: ended.signal,
    refusal: () => refusal,
    wake: () => stopWaiting?.(true),
    end,
    release,
    async wait(ms) {
      if (ended.signal.aborted) return false;
      let timer: NodeJS.Timeout | undefined;
      const woken = await new Promise<boolean>((resolve) => {
        stopWaiting = resolve;
        timer = setTimeout(() => resolve(false), Math.max(0, ms));
      });
      clearTimeout(timer);
      stopWaiting = undefined;
      return woken;
    },
  };
}
