import { endLost, type FilesystemAccess } from "@/lib/auth/access";
import { createTicker } from "@/lib/concurrency/ticker";
import type { Db } from "@/lib/db/client";

import { type ReadPage, sharePages } from "./page";
import { createReader, type Reader, type Watched } from "./reader";

// A commit of another process must be seen within 250 ms; the query takes a few of them.
const POLL_MS = 240;
// At most a hundred polls a second under load; a single commit is still seen at once.
const REST_MS = 10;
// Lost access ends a reader within 5 s; two checks fit in, should one of them fail.
const ACCESS_MS = 2_000;

type Filesystem = { head: bigint; readers: Set<Watched> };

/** Notifies waiting readers of new changes, and ends those that lost access. */
export type Heads = {
  /**
   * Joins the waiting readers. Join before the first read, so that no commit falls between the two.
   */
  join(access: FilesystemAccess, left: AbortSignal): Reader;
  /** Reads the next page for readers that were woken; those woken together share equal queries. */
  readPage: ReadPage;
  /** Something was committed in this process: poll now instead of at the next interval. */
  poll(): void;
  /** Ends all readers at once. */
  close(): void;
};

/**
 * The hub of a process: one query every 250 ms reads the heads of all watched filesystems and one
 * every `accessMs` milliseconds checks the access of all readers, however many wait. Without
 * readers it runs no query.
 */
export function createHeads(db: Db, accessMs = ACCESS_MS): Heads {
  const watched = new Map<string, Filesystem>();
  const heads = createTicker(() => pollHeads(db, watched), {
    everyMs: POLL_MS,
    restMs: REST_MS,
  });
  const access = createTicker(() => endLost(db, readersOf(watched)), {
    everyMs: accessMs,
    restMs: 0,
  });
  let closed = false;

  const leave = (filesystemId: string, reader: Watched) => {
    const filesystem = watched.get(filesystemId);
    if (filesystem?.readers.delete(reader) === true && filesystem.readers.size === 0)
      watched.delete(filesystemId);
    if (watched.size > 0) return;
    heads.stop();
    access.stop();
  };

  return {
    join(reading, left) {
      const { id } = reading.filesystem;
      const filesystem = watched.get(id) ?? { head: -1n, readers: new Set() };
      const reader: Watched = createReader(
        reading,
        left,
        () => filesystem.head,
        () => leave(id, reader),
      );
      if (closed || left.aborted) {
        reader.end(null);
        return reader;
      }
      filesystem.readers.add(reader);
      watched.set(id, filesystem);
      heads.start();
      access.start();
      return reader;
    },
    readPage: sharePages(db),
    poll: () => heads.now(),
    close() {
      closed = true;
      heads.stop();
      access.stop();
      for (const reader of readersOf(watched)) reader.end(null);
    },
  };
}

async function pollHeads(db: Db, watched: ReadonlyMap<string, Filesystem>): Promise<void> {
  const known = [...watched].map(([id, { head }]) => ({ id, head }));
  const rows = await db.$queryRaw<{ id: string; head: bigint }[]>`
    SELECT f.id, f.head FROM unnest(${known.map(({ id }) => id)}::text[], ${known.map(({ head }) => head)}::bigint[]) w (id, head)
    JOIN filesystem f ON f.id = w.id WHERE f.head <> w.head`;
  for (const { id, head } of rows) {
    const filesystem = watched.get(id);
    if (filesystem === undefined) continue;
    filesystem.head = head;
    for (const reader of filesystem.readers) reader.moved(head);
  }
}

const readersOf = (watched: ReadonlyMap<string, Filesystem>) =>
  [...watched.values()].flatMap(({ readers }) => [...readers]);
