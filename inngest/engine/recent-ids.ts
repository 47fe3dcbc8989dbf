import type { Pool } from "pg";

import type { IncomingEvent } from "./events";
import { storeEventIds } from "./store/ingest";

/** Senders repeat a request for seconds. */
const KEEP_MS = 60_000;
const MAX_IDS = 100_000;

/** Ids of events that were accepted here lately, so that a repeated request starts nothing twice. */
export type RecentIds = {
  /**
   * The events that were not accepted here lately. `madeAt` becomes null where only the database
   * knows whether they were accepted before.
   */
  unknown: (events: readonly IncomingEvent[]) => IncomingEvent[];
  /** `stored`: the database has it already. */
  add: (id: string, madeAt: number, stored: boolean) => void;
  /** Stores ids that are only in memory. @throws if it failed; the ids are kept for the next time */
  write: () => Promise<void>;
};

/** `now` and all times are in milliseconds since 1970, by the sender's clock. */
export function createRecentIds(pool: Pool, now: () => number = Date.now): RecentIds {
  const recent = new Map<string, number>();
  const unwritten = new Set<string>();
  let completeSince = now();

  // In order of arrival, so the oldest come first.
  function forget(): void {
    for (const [id, madeAt] of recent) {
      if (recent.size <= MAX_IDS && madeAt > now() - KEEP_MS) return;
      recent.delete(id);
      completeSince = Math.max(completeSince, madeAt + 1);
    }
  }

  return {
    unknown: (events) =>
      events
        .filter(({ event: { id } }) => !recent.has(id) && !unwritten.has(id))
        .map(({ event, madeAt }) => {
          const known = madeAt !== null && madeAt >= completeSince && madeAt < now() + KEEP_MS;
          return { event, madeAt: known ? madeAt : null };
        }),
    add(id, madeAt, stored) {
      recent.set(id, madeAt);
      if (!stored) unwritten.add(id);
      forget();
    },
    async write() {
      const ids = [...unwritten].slice(0, MAX_IDS);
      if (ids.length === 0) return;
      await storeEventIds(pool, ids);
      for (const id of ids) unwritten.delete(id);
    },
  };
}
