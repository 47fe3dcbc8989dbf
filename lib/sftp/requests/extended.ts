import { getUsage } from "@/lib/filesystems/read-usage";
import { LIMITS } from "@/lib/sftp/limits";
import { STATUS } from "@/lib/sftp/wire/protocol";
import type { Reader } from "@/lib/sftp/wire/reader";
import { extendedReply, u64 } from "@/lib/sftp/wire/reply";
import { SftpError } from "@/lib/sftp/wire/sftp-error";

import { lsetstat } from "./attributes";
import { sync } from "./files";
import { type Io, type Job, readPath, type Request } from "./job";
import { link, posixRename } from "./names";

const BLOCK = 4_096;
const NAME_BYTES = 255;
const READ_ONLY = 1;
// What is shown as free without a quota: 64 TiB, and as many entries as 32 bits count.
const UNLIMITED = { bytes: 2 ** 46, entries: 2 ** 32 - 1 };

const limits: Request = () => ({
  scopes: [],
  writes: false,
  work: async () =>
    extendedReply(...[LIMITS.packet, LIMITS.read, LIMITS.read, LIMITS.handles].map(u64)),
});

const statvfs: Request = (io, reader) => {
  readPath(reader);
  return volume(io);
};

const fstatvfs: Request = (io, reader) => {
  io.handles.get(reader.bytes());
  return volume(io);
};

const volume = ({ session: { ctx, mode } }: Io): Job => ({
  scopes: [],
  writes: false,
  async work() {
    const usage = await getUsage(ctx);
    // What is in the trash makes room.
    const used = usage.retained_bytes - usage.trash_bytes;
    const total = usage.byte_quota ?? used + UNLIMITED.bytes;
    const free = Math.max(0, total - used);
    const files = usage.entry_quota ?? UNLIMITED.entries;
    const freeFiles = Math.max(0, files - usage.entries + usage.trash_entries);
    const blocks = [total, free, free].map((bytes) => bytes / BLOCK);
    const flags = mode === "ro" ? READ_ONLY : 0;
    const fields = [BLOCK, BLOCK, ...blocks, files, freeFiles, freeFiles, 0, flags, NAME_BYTES];
    return extendedReply(...fields.map(u64));
  },
});

const BY_NAME = new Map<string, { version: string; request: Request }>([
  ["posix-rename@openssh.com", { version: "1", request: posixRename }],
  ["hardlink@openssh.com", { version: "1", request: link }],
  ["fsync@openssh.com", { version: "1", request: sync }],
  ["lsetstat@openssh.com", { version: "1", request: lsetstat }],
  ["limits@openssh.com", { version: "1", request: limits }],
  ["statvfs@openssh.com", { version: "2", request: statvfs }],
  ["fstatvfs@openssh.com", { version: "2", request: fstatvfs }],
]);

/** The extensions as the server announces them: name and version. */
export const EXTENSIONS = [...BY_NAME].flatMap(([name, { version }]) => [name, version]);

export function extended(io: Io, reader: Reader): Job {
  const known = BY_NAME.get(reader.text());
  if (known === undefined) throw new SftpError(STATUS.unsupported, "This is not supported.");
  return known.request(io, reader);
}
