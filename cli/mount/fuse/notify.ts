import fs from "node:fs";

import { isEnd, isUnknownToKernel } from "./device";
import { encodeIncrementEpoch, encodeInvalidateEntry, encodeInvalidateNode } from "./wire/notices";

/** The first minor version with INC_EPOCH. */
const EPOCH_MINOR = 44;

/**
 * Makes the kernel forget what changed elsewhere. The methods return at once. A handler must not wait for `drained`:
 * the kernel takes a message only when the requests that lock the same directory or file have their replies.
 */
export type Notifier = {
  /** Forgets the attributes and the contents of a node. */
  invalidateNode(node: number): void;
  /** Forgets a name, including that it does not exist, and the cached listing of its directory. */
  invalidateEntry(parent: number, name: string): void;
  /** Forgets all names. Returns false if the kernel is too old: invalidate each entry then. */
  invalidateAllEntries(): boolean;
  /** Resolves once the kernel has taken everything requested so far. */
  drained(): Promise<void>;
};

/**
 * Messages are written one at a time in the thread pool. The main thread would wait for a lock whose holder waits for
 * the main thread's reply, and neither could be killed.
 */
export function createNotifier(
  fd: number,
  kernel: { minor: number },
  onError: (error: unknown) => void,
): Notifier {
  let queue: Buffer[] = [];
  let running: Promise<void> | undefined;

  const run = async () => {
    while (queue.length > 0) {
      const messages = queue;
      queue = [];
      for (const message of messages) await write(fd, message).catch(report);
    }
    running = undefined;
  };
  // The kernel has nothing to forget if it never knew the node, or if the filesystem is no longer mounted.
  const report = (error: unknown) => {
    if (!isUnknownToKernel(error) && !isEnd(error)) onError(error);
  };
  const send = (message: Buffer) => {
    queue.push(message);
    running ??= run();
  };
  return {
    invalidateNode: (node) => send(encodeInvalidateNode(node)),
    invalidateEntry: (parent, name) => send(encodeInvalidateEntry(parent, name)),
    invalidateAllEntries() {
      if (kernel.minor < EPOCH_MINOR) return false;
      send(encodeIncrementEpoch());
      return true;
    },
    drained: async () => running,
  };
}

function write(fd: number, message: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    fs.writev(fd, [message], (error) => (error === null ? resolve() : reject(error)));
  });
}
