import fs from "node:fs";

import { readMessages } from "./device";
import { FuseError } from "./errno";
import type { FuseHandlers } from "./handlers";
import { createNodeReferences } from "./node-references";
import { createNotifier, type Notifier } from "./notify";
import { createOpenDirectories } from "./open-directories";
import { createPending } from "./pending";
import { createReplies } from "./replies";
import { type Response, serve } from "./serve";
import { decodeOperation } from "./wire/decode";
import { decodeHeader } from "./wire/message";

/** Two, so that the next request is read while the first is served. Each takes a thread of the pool for good. */
const READERS = 2;

export type FuseSession = {
  notifier: Notifier;
  /** Whether the service cannot be reached: then signals end the waits of programs, with EINTR. */
  setAway(isAway: boolean): void;
  /** How many replies the kernel no longer waited for. */
  interruptedReplies(): number;
  /**
   * Resolves once the filesystem is unmounted, all its files are closed, and the descriptor is too. Until then
   * process.exit() hangs, as threads read the device: `Libc.exit` does not.
   */
  ended: Promise<void>;
  /**
   * Fails what programs wait for and all that they ask from now on with ENOTCONN. Then the process can end at once: no
   * thread of it waits in the kernel for what itself would have to reply.
   */
  close(): Promise<void>;
};

/**
 * Serves the requests of a mounted filesystem, whose descriptor it takes over. `translate` turns failures of handlers into
 * `FuseError`s; `onError` receives what is neither that nor an interruption. Set UV_THREADPOOL_SIZE to 16 before the
 * process starts, and never touch the mount from this process.
 */
export function startSession(
  fd: number,
  handlers: FuseHandlers,
  translate: (error: unknown) => unknown,
  onError: (error: unknown) => void,
): FuseSession {
  const references = createNodeReferences((node) => handlers.forget(node));
  const directories = createOpenDirectories((node, caller) => handlers.readdir(node, caller));
  const replies = createReplies(fd, references, onError);
  const pending = createPending((unique) => replies.fail(unique, new FuseError("EINTR")));
  const state = { handlers, references, directories, kernel: { minor: 0 }, pending };
  const notifier = createNotifier(fd, state.kernel, onError);
  let isClosed = false;
  const refuse = (unique: bigint) => replies.fail(unique, new FuseError("ENOTCONN"));

  const take = (message: Buffer) => {
    const header = decodeHeader(message);
    const { unique } = header;
    if (isClosed) return refuse(unique);
    const succeed = (response: Response) => replies.succeed(unique, response);
    const fail = (error: unknown) => replies.fail(unique, translate(error));
    try {
      const response = serve(decodeOperation(header, message), header, state);
      if (response instanceof Promise) {
        pending.add(unique);
        void response.then(
          (result) => (pending.remove(unique) ? succeed(result) : void result.undo?.()),
          (error: unknown) => pending.remove(unique) && fail(error),
        );
      } else if (response !== undefined) succeed(response);
    } catch (error) {
      fail(error);
    }
  };
  const serveUntilUnmounted = async () => {
    const readers = Array.from({ length: READERS }, () => readMessages(fd, take).catch(onError));
    await Promise.all(readers);
    replies.close();
    await notifier.drained();
    fs.closeSync(fd);
  };
  return {
    notifier,
    setAway: (isAway) => pending.setAway(isAway),
    interruptedReplies: () => replies.interrupted(),
    ended: serveUntilUnmounted(),
    close() {
      isClosed = true;
      for (const unique of pending.takeAll()) refuse(unique);
      return notifier.drained();
    },
  };
}
