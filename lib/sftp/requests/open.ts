import { checkWrite } from "@/lib/entries/check-write";
import { readFile } from "@/lib/entries/read-file";
import type { FileHandle } from "@/lib/sftp/handles";
import { at } from "@/lib/sftp/path-order";
import type { Session } from "@/lib/sftp/session";
import { addStage, resizeStage } from "@/lib/sftp/stage";
import { NEW_MODE_MASK } from "@/lib/sftp/wire/attributes";
import { OPEN, STATUS } from "@/lib/sftp/wire/protocol";
import { handleReply } from "@/lib/sftp/wire/reply";
import { SftpError } from "@/lib/sftp/wire/sftp-error";

import { readPath, type Request } from "./job";

const WRITING = OPEN.write | OPEN.append | OPEN.create | OPEN.truncate;

type Asked = { path: string; flags: number; mode: number | undefined };

export const open: Request = ({ session, handles }, reader) => {
  const path = readPath(reader);
  const flags = reader.u32();
  const { mode } = reader.attributes();
  const isWriting = (flags & WRITING) !== 0;
  return {
    scopes: [at(path)],
    // What has to be new is not what a link leads to.
    links: (flags & OPEN.exclusive) === 0 ? "all" : "on the way",
    writes: isWriting,
    async work(where) {
      handles.requireRoom();
      const handle = isWriting
        ? await openToWrite(session, { path: where, flags, mode })
        : await openToRead(session, where);
      return handleReply(handles.add(handle));
    },
  };
};

async function openToRead(session: Session, path: string): Promise<FileHandle> {
  const file = session.stages.has(path) ? null : await readFile(session.ctx, { path });
  return { ...CLOSED, canRead: true, path, file };
}

const CLOSED = {
  kind: "file",
  canRead: false,
  canWrite: false,
  appends: false,
  stage: null,
  file: null,
  reader: null,
} as const;

async function openToWrite(session: Session, { path, flags, mode }: Asked): Promise<FileHandle> {
  const known = await checkWrite(session.ctx, path);
  const has = (flag: number) => (flags & flag) !== 0;
  const standing = session.stages.get(path);
  const exists = known.exists || standing !== undefined;
  if (exists && has(OPEN.create) && has(OPEN.exclusive))
    throw new SftpError(STATUS.failure, "The file already exists.");
  if (!exists && !has(OPEN.create)) throw new SftpError(STATUS.noSuchFile, "No such file.");
  const isEmptied = exists && has(OPEN.truncate);
  const stage = standing ?? (!exists || isEmptied ? addStage(session, path, known) : null);
  if (stage !== null) {
    if (isEmptied) await resizeStage(session, stage, 0);
    if (!exists && mode !== undefined) stage.mode = mode & NEW_MODE_MASK;
    if (!exists) stage.isExclusive = has(OPEN.exclusive);
    stage.holders += 1;
    stage.keptUntil = null;
  }
  const may = { canRead: has(OPEN.read), canWrite: true, appends: has(OPEN.append) };
  return { ...CLOSED, ...may, path, stage };
}
