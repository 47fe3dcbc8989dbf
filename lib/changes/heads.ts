import type { Db } from "@/lib/db/client";

// Half of the promised pickup, so that a change committed by another process is seen in time.
const POLL_MS = 250;

type Waiter = { after: bigint; wake: () => void };

/** Tells waiting readers that a filesystem moved on. */
export type Heads = {
  /**
   * Resolves when the head passes `after`, when `ms` have gone by or when `signal` fires.
   * False: waiting has no more use, because the reader left or this process stops.
   */
  waitPast(filesystemId: string, after: bigint, ms: number, signal: AbortSignal): Promise<boolean>;
  /** Something was committed in this process: look now and not at the next poll. */
  look(): void;
  close(): void;
};

/** One query in 250 ms reads the heads of all watched filesystems, however many readers wait. */
export function createHeads(db: Db): Heads {
  const waiters = new Map<string, Set<Waiter>>();
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let again = false;
  let closed = false;

  const poll = async () => {
    if (looking) {
      again = true;
      return;
    }
    looking = true;
    clearTimeout(timer);
    try {
      do {
        again = false;
        await wakePassed(db, waiters);
      } while (again);
    } catch {
      // The database is away; the readers' own deadlines end their waits.
    } finally {
      looking = false;
      if (waiters.size > 0 && !closed) timer = setTimeout(() => void poll(), POLL_MS);
    }
  };

  return {
    async waitPast(filesystemId, after, ms, signal) {
      if (signal.aborted || closed) return false;
      const set = waiters.get(filesystemId) ?? new Set();
      const waiter: Waiter = { after, wake: () => undefined };
      const woken = new Promise<void>((resolve) => {
        waiter.wake = resolve;
      });
      waiters.set(filesystemId, set.add(waiter));
      const deadline = setTimeout(waiter.wake, ms);
      signal.addEventListener("abort", waiter.wake, { once: true });
      void poll();
      await woken;
      clearTimeout(deadline);
      signal.removeEventListener("abort", waiter.wake);
      set.delete(waiter);
      if (set.size === 0 && waiters.get(filesystemId) === set) waiters.delete(filesystemId);
      return !signal.aborted && !closed;
    },
    look() {
      if (waiters.size > 0) void poll();
    },
    close() {
      closed = true;
      clearTimeout(timer);
      for (const set of waiters.values()) for (const waiter of set) waiter.wake();
    },
  };
}

async function wakePassed(
  db: Db,
  waiters: ReadonlyMap<string, ReadonlySet<Waiter>>,
): Promise<void> {
  const ids = [...waiters.keys()];
  const rows = await db.$queryRaw<{ id: string; head: bigint }[]>`
    SELECT id, head FROM filesystem WHERE id = ANY (${ids})`;
  for (const { id, head } of rows) {
    for (const waiter of waiters.get(id) ?? []) if (head > waiter.after) waiter.wake();
  }
}
