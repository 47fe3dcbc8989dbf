import { createReplyWriter, isEnd, isUnknownToKernel } from "./device";
import { FuseError } from "./errno";
import type { NodeReferences } from "./node-references";
import type { Response } from "./serve";

/** Writes the replies of a session. `unique` identifies the request. */
export type Replies = {
  succeed(unique: bigint, response: Response): void;
  /** Replies with the errno of a `FuseError`; any other error is reported and becomes EIO. */
  fail(unique: bigint, error: unknown): void;
  /** Drops all further replies: the descriptor's number may soon belong to another file. */
  close(): void;
  interrupted(): number;
};

export function createReplies(
  fd: number,
  references: NodeReferences,
  onError: (error: unknown) => void,
): Replies {
  const write = createReplyWriter(fd);
  let interrupted = 0;
  let isOpen = true;

  /** Returns whether the kernel took the reply. */
  const reply = (unique: bigint, errno: number, body?: Buffer): boolean => {
    if (!isOpen) return false;
    try {
      write(unique, errno, body);
      return true;
    } catch (error) {
      if (isUnknownToKernel(error)) interrupted += 1;
      else if (!isEnd(error)) onError(error);
      return false;
    }
  };
  return {
    succeed(unique, { body, nodes = [], undo }) {
      if (reply(unique, 0, body)) for (const node of nodes) references.add(node);
      else undo?.();
    },
    fail(unique, error) {
      if (!(error instanceof FuseError)) onError(error);
      reply(unique, (error instanceof FuseError ? error : new FuseError("EIO")).errno);
    },
    close() {
      isOpen = false;
    },
    interrupted: () => interrupted,
  };
}
