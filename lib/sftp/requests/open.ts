import { checkWrite } from "@/lib/entries/check-write";
import { readFile } from "@/lib/entries/read-file";
import type { FileHandle } from "@/lib/sftp/handles";
import { isRefusal, locate } from "@/lib/sftp/locate";
import type { Session } from "@/lib/sftp/session";
import { addStage, resizeStage } from "@/lib/sftp/stage";
import { NEW_MODE_MASK } from "@/lib/sftp/wire/attributes";
import { OPEN, STATUS } from "@/lib/sftp/wire/protocol";
import { handleReply } from "@/lib/sftp/wire/reply";
import { SftpError } from "@/lib/sftp/wire/sftp-error";

import { at, readPath, type Request } from "./job";

const WRITING = OPEN.write | OPEN.append | OPEN.create | OPEN.truncate;

type Asked = { path: string; flags: number; mode: number | undefined };

export const open: Request = ({ session, handles }, reader) => {
  const path = readPath(reader);
  const flags = reader.u32();
  const { mode } = reader.attributes();
  const isWriting = (flags & WRITING) !== 0;
  return {
    scopes: [at(path)],
    writes: isWriting,
    async work() {
      handles.requireRoom();
      const asked = { path, flags, mode };
      const handle = isWriting
        ? await openToWrite(session, asked)
        : await openToRead(session, path);
      return handleReply(handles.add(handle));
    },
  };
};

async function openToRead(session: Session, path: string): Promise<FileHandle> {
  const opened = { ...CLOSED, canRead: true };
  if (session.stages.has(path)) return { ...opened, path };
  return throughLinks(session, path, async (where) => {
    const file = session.stages.has(where) ? null : await readFile(session.ctx, { path: where });
    return { ...opened, path: where, file };
  });
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

const openToWrite = (session: Session, asked: Asked): Promise<FileHandle> =>
  throughLinks(session, asked.path, (path) => openFile(session, { ...asked, path }));

async function openFile(session: Session, { path, flags, mode }: Asked): Promise<FileHandle> {
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

/** Opens a path, or what its symbolic links lead to. */
async function throughLinks<T>(
  session: Session,
  path: string,
  act: (path: string) => Promise<T>,
): Promise<T> {
  try {
    return await act(path);
  } catch (error) {
    if (!isRefusal(error, "is_symlink", "not_a_directory")) throw error;
    return act((await locate(session, path, true)).path);
  }
}
