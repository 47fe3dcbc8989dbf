import { LIMITS } from "./limits";

/** Lets one reader of requests continue only while there is room for another one. */
export type Flow = ReturnType<typeof createFlow>;

/** @param isCongested whether the client does not read what was sent to it; call `wake` when that may have changed */
export function createFlow(isCongested: () => boolean) {
  let requests = 0;
  let bytes = 0;
  let isOver = false;
  let waiting: (() => void) | null = null;
  const wake = () => {
    waiting?.();
    waiting = null;
  };
  const isFull = () =>
    !isOver && (requests >= LIMITS.requests || bytes >= LIMITS.requestBytes || isCongested());
  return {
    wake,
    /** Waits until another request may begin, of so many bytes including its reply. */
    async enter(size: number): Promise<void> {
      while (isFull()) await new Promise<void>((resolve) => (waiting = resolve));
      requests += 1;
      bytes += size;
    },
    /** A request that has begun needs more. */
    grow(size: number): void {
      bytes += size;
    },
    leave(size: number): void {
      requests -= 1;
      bytes -= size;
      wake();
    },
    /** The client has left: nothing waits any more. */
    end(): void {
      isOver = true;
      wake();
    },
  };
}
