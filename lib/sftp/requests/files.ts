import { readFile } from "@/lib/entries/read-file";
import { createFileReader } from "@/lib/sftp/file-reader";
import { type FileHandle, pathOf } from "@/lib/sftp/handles";
import { LIMITS } from "@/lib/sftp/limits";
import { scopesOf } from "@/lib/sftp/moves";
import type { Session, Stage } from "@/lib/sftp/session";
import { commitStage, loadStage, releaseStage, writeStage } from "@/lib/sftp/stage";
import { STATUS } from "@/lib/sftp/wire/protocol";
import { dataReply, END_OF_FILE, OK } from "@/lib/sftp/wire/reply";
import { SftpError } from "@/lib/sftp/wire/sftp-error";

import type { Request } from "./job";

export const read: Request = ({ session, handles }, reader) => {
  const handle = handles.getFile(reader.bytes());
  const offset = reader.u64();
  const length = Math.min(reader.u32(), LIMITS.read);
  return {
    scopes: scopesOf(session.moves, pathOf(handle)),
    writes: false,
    replyBytes: length,
    async work() {
      if (!handle.canRead)
        throw new SftpError(STATUS.permissionDenied, "The file is not open for reading.");
      const data = await readPart(session, handle, offset, length);
      return data.length === 0 ? END_OF_FILE : dataReply(data);
    },
  };
};

async function readPart(session: Session, handle: FileHandle, offset: number, length: number) {
  const stage = handle.stage ?? session.stages.get(handle.path);
  if (stage !== undefined) return stage.content.read(offset, length);
  handle.file ??= await readFile(session.ctx, { path: handle.path });
  handle.reader ??= createFileReader(handle.file);
  return handle.reader.read(offset, length);
}

export const write: Request = ({ session, handles }, reader) => {
  const handle = handles.getFile(reader.bytes());
  const offset = reader.u64();
  const data = reader.bytes();
  return {
    scopes: scopesOf(session.moves, pathOf(handle)),
    writes: true,
    async work() {
      const stage = await stageOf(session, handle);
      await writeStage(session, stage, handle.appends ? stage.content.size() : offset, data);
      return OK;
    },
  };
};

/** What a handle writes to. @throws SftpError, AppError */
export async function stageOf(session: Session, handle: FileHandle): Promise<Stage> {
  if (!handle.canWrite)
    throw new SftpError(STATUS.permissionDenied, "The file is not open for writing.");
  if (handle.stage === null) {
    handle.stage = session.stages.get(handle.path) ?? (await loadStage(session, handle.path));
    handle.stage.holders += 1;
    handle.stage.keptUntil = null;
  }
  return handle.stage;
}

export const close: Request = ({ session, handles }, reader) => {
  const handle = handles.remove(reader.bytes());
  return {
    scopes: scopesOf(session.moves, pathOf(handle)),
    writes: false,
    async work() {
      if (handle.kind === "directory") return OK;
      await handle.reader?.close();
      if (handle.stage !== null) await releaseStage(session, handle.stage);
      return OK;
    },
  };
};

/** fsync@openssh.com: what was written is durable and visible afterwards. */
export const sync: Request = ({ session, handles }, reader) => {
  const handle = handles.getFile(reader.bytes());
  return {
    scopes: scopesOf(session.moves, pathOf(handle)),
    writes: false,
    async work() {
      if (handle.stage !== null) await commitStage(session, handle.stage);
      return OK;
    },
  };
};
