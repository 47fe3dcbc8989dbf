import type { ReadableFile } from "@/lib/entries/read-file";

import type { FileReader } from "./file-reader";
import { LIMITS } from "./limits";
import { countOpen, requireRoom } from "./open-files";
import type { Session, Stage } from "./session";
import { STATUS } from "./wire/protocol";
import type { Name } from "./wire/reply";
import { SftpError } from "./wire/sftp-error";

export type FileHandle = {
  kind: "file";
  path: string;
  canRead: boolean;
  canWrite: boolean;
  appends: boolean;
  /** What it writes to; null until it writes to a file that was there. */
  stage: Stage | null;
  file: ReadableFile | null;
  reader: FileReader | null;
};

export type DirectoryHandle = {
  kind: "directory";
  path: string;
  /** Names that were read and not yet sent. */
  names: Name[];
  /** Reads the next page of names; null after the last one. */
  next: (() => Promise<void>) | null;
};

export type Handle = FileHandle | DirectoryHandle;

/** The handles of a connection, counted over its channels. */
export type Handles = ReturnType<typeof createHandles>;

/** @param open the count of the connection, which is one of the session's */
export function createHandles(session: Session, open: { handles: number }) {
  const handles = new Map<string, Handle>();
  let last = 0;
  const get = (id: Buffer): Handle => {
    const handle = handles.get(id.toString("latin1"));
    if (handle === undefined) throw new SftpError(STATUS.failure, "The handle is not open.");
    return handle;
  };
  return {
    /** @throws SftpError `failure` */
    requireRoom(): void {
      if (open.handles >= LIMITS.handles)
        throw new SftpError(STATUS.failure, `At most ${LIMITS.handles} files may be open.`);
      requireRoom(session);
    },
    add(handle: Handle): string {
      const id = String((last += 1));
      handles.set(id, handle);
      open.handles += 1;
      countOpen(session, 1);
      return id;
    },
    get,
    getFile(id: Buffer): FileHandle {
      const handle = get(id);
      if (handle.kind === "file") return handle;
      throw new SftpError(STATUS.failure, "The handle is a directory's.");
    },
    getDirectory(id: Buffer): DirectoryHandle {
      const handle = get(id);
      if (handle.kind === "directory") return handle;
      throw new SftpError(STATUS.failure, "The handle is a file's.");
    },
    remove(id: Buffer): Handle {
      const handle = get(id);
      handles.delete(id.toString("latin1"));
      open.handles -= 1;
      countOpen(session, -1);
      return handle;
    },
    /** All handles, which are no longer open then. */
    removeAll(): Handle[] {
      const all = [...handles.values()];
      handles.clear();
      open.handles -= all.length;
      countOpen(session, -all.length);
      return all;
    },
  };
}

/** The current path of what a handle is open for. */
export const pathOf = (handle: Handle): string =>
  handle.kind === "file" ? (handle.stage?.path ?? handle.path) : handle.path;
