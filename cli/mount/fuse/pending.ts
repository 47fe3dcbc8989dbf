/** Requests whose handlers have not ended. `unique` identifies one. */
export type Pending = ReturnType<typeof createPending>;

/**
 * A signal ends the wait of a program only while the service is away: otherwise the reply comes soon, and many programs
 * get signals that are not meant to stop what they do. `interrupt` is called for each request that ends so.
 */
export function createPending(interrupt: (unique: bigint) => void) {
  const requests = new Map<bigint, { isInterrupted: boolean }>();
  let isAway = false;
  const endInterrupted = () => {
    if (!isAway) return;
    for (const [unique, { isInterrupted }] of requests) {
      if (!isInterrupted) continue;
      requests.delete(unique);
      interrupt(unique);
    }
  };
  return {
    add: (unique: bigint) => void requests.set(unique, { isInterrupted: false }),
    /** Returns false for a request that has its reply already. */
    remove: (unique: bigint): boolean => requests.delete(unique),
    /** The program that waits for it got a signal. Returns false for a request that is not known. */
    signal(unique: bigint): boolean {
      const request = requests.get(unique);
      if (request === undefined) return false;
      request.isInterrupted = true;
      endInterrupted();
      return true;
    },
    /** The service cannot be reached, or can be again. */
    setAway(value: boolean): void {
      isAway = value;
      endInterrupted();
    },
    /** All of them, which are then no longer known. */
    takeAll(): bigint[] {
      const all = [...requests.keys()];
      requests.clear();
      return all;
    },
  };
}
