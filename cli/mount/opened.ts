import fs from "node:fs";

import type { Cached } from "./content-cache";

/** Contents that are open, or will be once they are fetched. */
export type Opened = {
  etag: string;
  opening: Promise<Cached>;
  /** What is closed; null until it is open. */
  cached: Cached | null;
  /** How many need the descriptor now, or wait for it. */
  users: number;
};

/** Keeps contents open: at most `maxFiles`, those that were used last, and any while they are in use. */
export function createOpened(maxFiles: number) {
  const all = new Map<string, Opened>();
  const close = ({ cached }: Opened) => void (cached !== null && fs.closeSync(cached.fd));
  // Nothing is awaited in between, so none is closed twice.
  const closeOldest = () => {
    for (const [etag, opened] of all) {
      if (all.size <= maxFiles) return;
      if (opened.users > 0) continue;
      all.delete(etag);
      close(opened);
    }
  };
  const add = (etag: string, opening: Promise<Cached>): Opened => {
    const opened: Opened = { etag, opening, cached: null, users: 0 };
    opening.then(
      (cached) => (opened.cached = cached),
      () => all.get(etag) === opened && all.delete(etag),
    );
    return opened;
  };
  const release = (opened: Opened) => {
    opened.users -= 1;
    closeOldest();
  };
  return {
    /** The contents with an etag, which stay open until `release`. */
    take(etag: string, open: () => Promise<Cached>): Opened {
      const opened = all.get(etag) ?? add(etag, open());
      opened.users += 1;
      // The last one is that which was used last.
      all.delete(etag);
      all.set(etag, opened);
      return opened;
    },
    release,
    /** Keeps contents open while something else needs them. */
    keepDuring(opened: Opened, work: Promise<unknown>): void {
      opened.users += 1;
      const end = () => release(opened);
      work.then(end, end);
    },
  };
}
