import { REQUEST, STATUS } from "@/lib/sftp/wire/protocol";
import type { Reader } from "@/lib/sftp/wire/reader";
import { SftpError } from "@/lib/sftp/wire/sftp-error";

import { fsetstat, fstat, lstat, setstat, stat } from "./attributes";
import { opendir, readdir } from "./directories";
import { extended } from "./extended";
import { close, read, write } from "./files";
import type { Io, Job, Request } from "./job";
import { mkdir, readlink, realpath, remove, rename, rmdir, symlink } from "./names";
import { open } from "./open";

const BY_TYPE = new Map<number, Request>([
  [REQUEST.open, open],
  [REQUEST.close, close],
  [REQUEST.read, read],
  [REQUEST.write, write],
  [REQUEST.lstat, lstat],
  [REQUEST.fstat, fstat],
  [REQUEST.setstat, setstat],
  [REQUEST.fsetstat, fsetstat],
  [REQUEST.opendir, opendir],
  [REQUEST.readdir, readdir],
  [REQUEST.remove, remove],
  [REQUEST.mkdir, mkdir],
  [REQUEST.rmdir, rmdir],
  [REQUEST.realpath, realpath],
  [REQUEST.stat, stat],
  [REQUEST.rename, rename],
  [REQUEST.readlink, readlink],
  [REQUEST.symlink, symlink],
  [REQUEST.extended, extended],
]);

/** Reads what a request asks for. @throws SftpError for one that is malformed, unknown or not allowed */
export function readJob(io: Io, type: number, reader: Reader): Job {
  const request = BY_TYPE.get(type);
  if (request === undefined) throw new SftpError(STATUS.unsupported, "This is not supported.");
  const job = request(io, reader);
  if (job.writes && io.session.mode === "ro")
    throw new SftpError(STATUS.permissionDenied, "The session is read-only.");
  return job;
}
