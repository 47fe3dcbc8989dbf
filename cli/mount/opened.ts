import fs from "node:fs";

import type { Cached } from "./cached";

/** Contents that are open, or will be once they are fetched. */
export type Opened = {
  etag: string;
  opening: Promise<Cached>;
  /** What is closed; null until it is open. */
  cached: Cached | null;
  /** How many need the descriptor now, or wait for it. */
  users: number;
};

/** How many contents stay open, and how many bytes of the pieces of large ones, which only their descriptors keep. */
export type Limits = { files: number; pieceBytes: number };

export type OpenContents = ReturnType<typeof createOpened>;

/** Keeps contents open: those that were used last within the limits, and any while they are in use. */
export function createOpened(limits: Limits) {
  const all = new Map<string, Opened>();
  const pieceBytes = () => [...all.values()].reduce((sum, one) => sum + bytesOf(one), 0);
  const forget = (opened: Opened) => {
    if (all.get(opened.etag) === opened) all.delete(opened.etag);
    // Nothing is awaited in between, so none is closed twice.
    if (opened.users === 0 && opened.cached !== null) fs.closeSync(opened.cached.fd);
  };
  const closeOldest = () => {
    let excess = pieceBytes() - limits.pieceBytes;
    for (const opened of all.values()) {
      const bytes = bytesOf(opened);
      const helps = all.size > limits.files || (excess > 0 && bytes > 0);
      if (!helps || opened.users > 0) continue;
      forget(opened);
      excess -= bytes;
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
    if (all.get(opened.etag) !== opened) forget(opened);
    closeOldest();
  };
  const keepDuring = (opened: Opened, work: Promise<unknown>) => {
    opened.users += 1;
    const end = () => release(opened);
    work.then(end, end);
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
    keepDuring,
    /** Takes over what is open, in place of what was open with this etag, at least until `work` ends. */
    put(etag: string, cached: Cached, work: Promise<unknown>): void {
      const before = all.get(etag);
      if (before !== undefined) forget(before);
      const opened = add(etag, Promise.resolve(cached));
      opened.cached = cached;
      all.set(etag, opened);
      keepDuring(opened, work);
    },
    /** Closes contents as soon as they are not in use: their file is gone, and the disk keeps what is open. */
    close(etag: string): void {
      const opened = all.get(etag);
      if (opened !== undefined) forget(opened);
    },
    pieceBytes,
  };
}

const bytesOf = ({ cached }: Opened) => cached?.pieceBytes ?? 0;
