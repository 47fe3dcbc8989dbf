import { once } from "node:events";
import fs from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

import { unmountFuse } from "./fuse/mount-point";
import type { FuseSession } from "./fuse/session";
import type { Mounted } from "./mounted";
import { commitAll } from "./upload";

// A service that is away for longer is not waited for: the journal keeps what it does not have.
const AWAY_MS = 10_000;
// Files that are open after the unmount are served for this long.
const OPEN_MS = 5_000;
const POLL_MS = 100;

/** The end of a mount, which takes seconds unless much has to be stored. */
export type MountEnd = {
  /** Stores what can be stored, and unmounts. Resolves to the number of changes that the next mount has to store. */
  unmount(): Promise<number>;
  /** Resolves once it is unmounted, also by umount(8), and nothing waits for this process any longer. */
  ended: Promise<void>;
};

/** @param stop called before the session closes */
export function createMountEnd(
  mounted: Mounted,
  directory: string,
  fuse: FuseSession,
  stop: () => void,
): MountEnd {
  const store = createStore(mounted);
  let unmounting: Promise<number> | null = null;
  const lingered = new AbortController();

  const unmount = async () => {
    await store();
    await unmountFuse(directory);
    setTimeout(() => lingered.abort(), OPEN_MS);
    // What programs changed while it was stored.
    await store();
    return mounted.queue.size();
  };
  const end = async () => {
    await Promise.race([fuse.ended, once(lingered.signal, "abort")]);
    // umount(8) does not ask first, and what was open may have been written to since.
    await store();
    stop();
    await fuse.close();
    const waiting = mounted.queue.size();
    if (waiting === 0) fs.rmSync(mounted.stages, { recursive: true, force: true });
    else mounted.report(notStored(waiting));
  };
  return { unmount: () => (unmounting ??= unmount()), ended: end() };
}

/** What is said about changes that a mount leaves to the next one. */
export const notStored = (waiting: number) =>
  `changes not stored: ${waiting}; the next mount here stores them`;

/** Uploads everything that was written so far, and waits for it and for the changes that are under way. */
export async function flush(mounted: Mounted): Promise<void> {
  await commitAll(mounted, 0);
  await mounted.queue.settled();
}

/** A flush that does not wait for a service that is away. */
function createStore(mounted: Mounted) {
  let awaySince: number | null = null;
  const untilAway = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      awaySince = mounted.feed.live ? null : (awaySince ?? performance.now());
      if (awaySince !== null && performance.now() - awaySince > AWAY_MS) return;
      await wait(POLL_MS);
    }
  };
  return async (): Promise<void> => {
    const stored = new AbortController();
    const done = flush(mounted).finally(() => stored.abort());
    await Promise.race([done, untilAway(stored.signal)]);
  };
}
