import { type Batcher, createBatcher } from "@/lib/concurrency/batcher";
import { currentAsker } from "@/lib/concurrency/on-behalf-of";
import { sqlState } from "@/lib/db/errors";
import type { Tracing } from "@/lib/tracing/tracing";

import type { SignedChange, Write, WriteTogether, Written } from "./write-entries";

/** Applies changes to one filesystem in one transaction. */
export type WriteEntries = (
  filesystemId: string,
  changes: readonly SignedChange[],
) => Promise<Written[]>;

/** Applies one change, together with those that are waiting for the same filesystem. */
export type WriteEntry = Batcher<SignedChange, Written>;

// Writes to one filesystem wait for its lock anyway, so those of a busy caller share a transaction.
const MAX_TOGETHER = 64;
// Uploads of one asker to several filesystems share transactions once so many are under way; more than a process fills.
const UPLOADS_AT_ONCE = 2;
const MAX_FILESYSTEMS = 16;

// What the server itself refused was rolled back; of a connection that was lost no one knows.
const isUndone = (error: unknown) => sqlState(error) !== null;

/** Shares transactions between what arrives during a commit (docs/decisions/0013-request-batching.md). */
export function shareWrites(write: WriteTogether, tracing: Tracing) {
  const writeEntries: WriteEntries = async (filesystemId, changes) =>
    (await write([{ filesystemId, changes }], true)).flat();

  const writeUploads = async (_: string, writes: readonly Write[]) => {
    const written = await write(writes, false);
    // A filesystem that someone else is writing must not keep the others.
    return writes.map(({ filesystemId, changes }, i) =>
      written[i]?.length === changes.length ? written[i] : writeEntries(filesystemId, changes),
    );
  };
  const writeUpload = createBatcher(MAX_FILESYSTEMS, writeUploads, isUndone, UPLOADS_AT_ONCE);

  const writeWaiting = (filesystemId: string, changes: readonly SignedChange[]) => {
    const asker = currentAsker();
    const isUpload = changes.length === 1 && changes[0]?.op === "put";
    return asker !== null && isUpload
      ? writeUpload(asker, { filesystemId, changes })
      : writeEntries(filesystemId, changes);
  };
  const together = createBatcher(MAX_TOGETHER, writeWaiting, isUndone);
  const writeEntry: WriteEntry = (filesystemId, change) => {
    tracing.carry(change);
    return together(filesystemId, change);
  };
  return { writeEntries, writeEntry };
}
